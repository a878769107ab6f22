// `node test/support/fake-providers/start.mjs FILE` starts the fake providers for drivers of real editors, writes their
// address into FILE when they listen, and runs until its standard input ends.
import { renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Say where the address goes: node start.mjs FILE");

const entry = fileURLToPath(new URL("server.ts", import.meta.url));
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  write: false,
});
const source = Buffer.from(outputFiles[0].contents).toString("base64");
const { startFakeProviders } = await import(`data:text/javascript;base64,${source}`);
const fake = await startFakeProviders();
writeFileSync(`${file}.tmp`, fake.url);
renameSync(`${file}.tmp`, file);
process.stdin.resume().on("end", () => void fake.close());
