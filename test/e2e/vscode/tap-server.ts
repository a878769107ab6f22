import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const tap = new URL("../support/tap-ipc.mjs", import.meta.url);

/** Puts a tap between the extension that is installed in a folder and its language server; messages go to files of `log`. */
export function tapServer(extensions: string, log: string): void {
  const [own] = readdirSync(extensions).filter((name) => name.includes("chat-language"));
  if (own === undefined) throw new Error(`The extension is not in ${extensions}.`);
  const folder = join(extensions, own, "dist/server");
  renameSync(join(folder, "main.js"), join(folder, "untapped.js"));
  const url = new URL(tap);
  url.searchParams.set("folder", log);
  writeFileSync(join(folder, "main.js"), `import ${JSON.stringify(url.href)};\nimport ${JSON.stringify("./untapped.js")};\n`);
}
