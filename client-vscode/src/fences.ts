import * as vscode from "vscode";
import { openedFence } from "./opened-fence.js";

/** The languages of frontmatter. */
const languages = ["lua", "json", "yaml"];

/** Suggests, behind the backticks that open a fence, to close it: the cursor goes in between. */
export function suggestFences(): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems(document, { line, character }) {
      const fence = openedFence(document, line, character);
      if (fence === undefined) return [];
      const { ticks, info, isFrontmatter } = fence;
      const known = isFrontmatter ? languages.filter((language) => language.startsWith(info)) : [];
      const range = new vscode.Range(line, 0, line, character);
      const items = (known.length > 0 ? known : [info]).map((word) => fenceItem(ticks + word, { ticks, range }));
      // What is suggested changes with every letter.
      return new vscode.CompletionList(items, true);
    },
  };
  return vscode.languages.registerCompletionItemProvider({ language: "chat" }, provider, "`");
}

function fenceItem(opening: string, { ticks, range }: { readonly ticks: string; readonly range: vscode.Range }): vscode.CompletionItem {
  const item = new vscode.CompletionItem(`${opening} … ${ticks}`, vscode.CompletionItemKind.Snippet);
  item.filterText = opening;
  item.range = range;
  item.insertText = new vscode.SnippetString().appendText(`${opening}\n`).appendTabstop(0).appendText(`\n${ticks}`);
  return item;
}
