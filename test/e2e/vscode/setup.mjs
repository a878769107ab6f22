// Once for all tests: a real VS Code, and the extension packed as people get it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCodeServer } from "./ensure-code-server.mjs";
import { packExtension } from "./pack-extension.mjs";

/** Called by Vitest before the tests; returns what is done after them. */
export default async function setup({ provide }) {
  const folder = mkdtempSync(join(tmpdir(), "chatls-vsix-"));
  const vsix = join(folder, "chat-language.vsix");
  await packExtension(vsix);
  provide("program", ensureCodeServer());
  provide("vsix", vsix);
  return () => rmSync(folder, { recursive: true, force: true });
}
