// `npm start`: plays an editor session on an example against the real server.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensure } from "./ensure.mjs";

await ensure();
const demo = fileURLToPath(new URL("./demo.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [demo, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
