import type { ChatDocument } from "../../syntax/ast.js";
import type { GlobalBinding } from "../lua/key-uses.js";
import type { Binding, NameUse } from "../lua/names.js";
import { placeholders } from "./placeholders.js";

/** The names in placeholders: the root is a global, what follows are members of it. */
export function placeholderUses(document: ChatDocument, global: GlobalBinding): NameUse[] {
  return placeholders(document).flatMap(({ segments }) => {
    const [root, ...keys] = segments;
    if (root === undefined || root.name === "") return [];
    const binding = global(root.name, root.span.start);
    const uses: NameUse[] = [{ name: root.name, span: root.span, role: "read", binding }];
    let path = "";
    for (const { name, span } of keys) {
      path = path === "" ? name : `${path}.${name}`;
      if (name !== "") uses.push({ name, span, role: "read", binding: { kind: "member", root: binding, path } });
    }
    return uses;
  });
}

/** Says whether a binding is a key of the clipboard, which blocks, placeholders and frontmatter share. */
export function isClipboardKey(binding: Binding): boolean {
  return binding.kind === "member" && binding.root.kind === "global" && binding.root.name === "var";
}
