import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { decodeUtf8, encodeUtf8 } from "../../../server/src/lua/bytes.js";

/** Says whether a `luajit` of the version that results are recorded with is installed. */
export function hasLuaJit(): boolean {
  return /LuaJIT 2\.1/.test(String(spawnSync("luajit", ["-v"]).stdout ?? ""));
}

/** Runs every program in one LuaJIT process; gives what each printed. */
export function runInLuaJit(programs: readonly string[]): string[] {
  const input = programs.map((program) => `${encodeUtf8(program).length}\n${encodeUtf8(program)}\n`).join("");
  const runner = fileURLToPath(new URL("./runner.lua", import.meta.url));
  const output = execFileSync("luajit", [runner], { input: Buffer.from(input, "latin1"), maxBuffer: 64 << 20 }).toString("latin1");
  const results: string[] = [];
  for (let at = 0; at < output.length; ) {
    const line = output.indexOf("\n", at);
    const length = Number(output.slice(at, line));
    results.push(decodeUtf8(output.slice(line + 1, line + 1 + length)));
    at = line + length + 2;
  }
  return results;
}
