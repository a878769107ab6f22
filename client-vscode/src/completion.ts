import type { CompletionItem, CompletionItemKind, CompletionList } from "vscode";
import type { CompletionMiddleware } from "vscode-languageclient/node";

const again = { title: "Suggest the names in the folder", command: "editor.action.triggerSuggest" };

/** Suggests what is in a folder as soon as the folder was chosen; `folder` is the kind of such suggestions. */
export function createCompletionMiddleware(folder: CompletionItemKind): CompletionMiddleware {
  return {
    async provideCompletionItem(document, position, context, token, next) {
      const found = await next(document, position, context, token);
      for (const item of itemsOf(found)) if (item.kind === folder) item.command = again;
      return found;
    },
  };
}

function itemsOf(found: CompletionItem[] | CompletionList | null | undefined): readonly CompletionItem[] {
  return Array.isArray(found) ? found : (found?.items ?? []);
}
