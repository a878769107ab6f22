import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GoProgram, scopes } from "./generate.js";

/** Says whether real Go is there. */
export function hasGo(): boolean {
  return spawnSync("go", ["version"]).status === 0;
}

/** What real Go makes of templates: `ok: OUTPUT`, `Parse: MESSAGE` or `Execute: MESSAGE`. */
export function runInGo(programs: readonly GoProgram[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "chatls-go-"));
  try {
    const binary = join(folder, "runner");
    const built = spawnSync("go", ["build", "-o", binary, join(import.meta.dirname, "runner.go")], { encoding: "utf8" });
    if (built.status !== 0) throw new Error(built.stderr);
    const input = programs.map(({ template, scope }) => `{"template":${JSON.stringify(template)},"data":${scopes[scope]}}\n`).join("");
    const { stdout } = spawnSync(binary, { input, encoding: "utf8", maxBuffer: 1 << 28 });
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as string);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
