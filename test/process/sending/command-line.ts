import { spawn } from "node:child_process";
import { once } from "node:events";
import { mainPath } from "../../support/built.js";
import type { FakeProviders } from "../../support/fake-providers/server.js";
import type { TempDir } from "../../support/temp-dir.js";
import { endpoints } from "./sender.js";

/** How a command ended, and what it said on both of its streams. */
export interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Writes the settings that lead the command line to fake providers, as `settings.json` of a folder. */
export function writeSettings(dir: TempDir, fake: FakeProviders): void {
  const parameters = { vertex: { project_id: "project-fake" } };
  dir.write("settings.json", JSON.stringify({ providers: endpoints(fake), parameters, credentials: { codex: true } }));
}

/** Runs the built command line in a folder with these settings and nothing of our own environment; `started` is told its process id. */
export async function runCommand(
  args: readonly string[],
  { dir, env, started }: { readonly dir: TempDir; readonly env: Readonly<Record<string, string>>; started?(pid: number | undefined): void },
): Promise<Ran> {
  const [command = "", ...rest] = args;
  const child = spawn(process.execPath, [mainPath, command, "--config", dir.file("settings.json"), ...rest], {
    cwd: dir.path,
    env: {
      PATH: `${dir.path}/bin:${process.env.PATH}`,
      HOME: dir.path,
      CODEX_HOME: dir.file("codex"),
      CHATLS_STATE: dir.file("state"),
      ...env,
    },
  });
  started?.(child.pid);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString("latin1");
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}
