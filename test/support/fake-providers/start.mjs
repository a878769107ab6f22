// `node test/support/fake-providers/start.mjs FILE` starts the fake providers for drivers of real editors, writes their
// address into FILE when they listen, and runs until its standard input ends.
import { renameSync, writeFileSync } from "node:fs";
import { loadFakeProviders } from "./load.mjs";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Say where the address goes: node start.mjs FILE");

const { startFakeProviders } = await loadFakeProviders();
const fake = await startFakeProviders();
writeFileSync(`${file}.tmp`, fake.url);
renameSync(`${file}.tmp`, file);
process.stdin.resume().on("end", () => void fake.close());
