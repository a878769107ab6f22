import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";

/** A running VS Code: its server, which serves the workbench to a browser and runs the extensions. */
export interface CodeServer {
  /** Of the loopback interface, without a slash at its end. */
  readonly url: string;
  readonly host: string;
  /** The folder of everything that it writes: `log`, `data`, `extensions`. */
  readonly folder: string;
  /** Ids of the processes of our language server, without those in which it evaluates. */
  languageServers(): number[];
  stop(): Promise<void>;
}

/** What a VS Code starts with. */
export interface CodeServerOptions {
  /** What `ensureCodeServer` gives. */
  readonly program: { readonly node: string; readonly entry: string };
  /** An empty folder that is its own. */
  readonly folder: string;
  /** The packed extension. */
  readonly vsix: string;
  /** Settings of the person, on top of those that keep it quiet. */
  readonly settings?: object;
  /** Environment of the extensions, on top of that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ask whether folders are trusted, as VS Code does; else all are. */
  readonly asksForTrust?: boolean;
}

/** Nothing that is not ours comes up, and nothing is saved that a test did not save. */
const quiet = {
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "workbench.tips.enabled": false,
  "git.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "workbench.enableExperiments": false,
  // The mouse stays where a test clicked last: what comes up there would cover the rows below.
  "workbench.hover.delay": 600_000,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};

/** Installs the packed extension into a fresh VS Code and starts it on a free port. */
export async function startCodeServer({ program, folder, vsix, settings, env, asksForTrust }: CodeServerOptions): Promise<CodeServer> {
  const { node, entry } = program;
  const user = join(folder, "data/User");
  mkdirSync(user, { recursive: true });
  mkdirSync(join(folder, "extensions"), { recursive: true });
  const trust =
    asksForTrust === true ? { "security.workspace.trust.startupPrompt": "always" } : { "security.workspace.trust.enabled": false };
  writeFileSync(join(user, "settings.json"), JSON.stringify({ ...quiet, ...trust, ...settings }, null, 2));
  // Settings of a machine, such as endpoints, are kept where the extensions run.
  mkdirSync(join(folder, "data/Machine"), { recursive: true });
  writeFileSync(join(folder, "data/Machine/settings.json"), JSON.stringify(settings ?? {}, null, 2));
  writeFileSync(join(folder, "config.yaml"), "auth: none\n");
  const common = [entry, "--config", join(folder, "config.yaml"), "--user-data-dir", join(folder, "data")];
  const own = [...common, "--extensions-dir", join(folder, "extensions")];
  const environment = { ...process.env, ...env, VSCODE_IPC_HOOK_CLI: undefined, HOME: folder };
  const installing = spawnSync(node, [...own, "--install-extension", vsix], { env: environment, encoding: "utf8" });
  if (installing.status !== 0) throw new Error(`The extension could not be installed:\n${installing.stdout}${installing.stderr}`);

  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const flags = [
    "--auth",
    "none",
    "--bind-addr",
    host,
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-getting-started-override",
  ];
  const args = [...own, ...flags, ...(asksForTrust === true ? [] : ["--disable-workspace-trust"])];
  const child = spawn(node, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const log = createWriteStream(join(folder, "log"));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  await until(() => isListening(port), `code-server did not listen; see ${join(folder, "log")}.`);
  return {
    url: `http://${host}`,
    host,
    folder,
    languageServers: () =>
      descendants(child.pid ?? 0)
        .filter(({ command }) => /\/dist\/server\/main\.js/.test(command))
        .map(({ pid }) => pid),
    stop: () => stopGroup(child),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Waits until `probe` gives something, 30 seconds at most. */
async function until<T>(probe: () => T | Promise<T>, otherwise: string): Promise<NonNullable<Awaited<T>>> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await probe();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(otherwise);
}

/** The processes below `pid`, from the list of all. */
function descendants(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const all = stdout.split("\n").flatMap((line) => {
    const [, own, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own === undefined ? [] : [{ pid: Number(own), parent: Number(parent), command }];
  });
  const below = (of: number): { pid: number; command: string }[] =>
    all.filter(({ parent }) => parent === of).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

/** Ends a process with all that it started: it leads a group of its own. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  const timer = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), 3000);
  await ended;
  clearTimeout(timer);
}
