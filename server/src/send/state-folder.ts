import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The variables of an environment. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

const name = "chat-language-server";

/**
 * The absolute path of the folder for what must outlive a process: `CHATLS_STATE` where it is set, else the folder for
 * states of the platform. Relative paths in variables do not count, as the XDG specification demands.
 */
export function stateFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const given = (variable: string): string | undefined => [env[variable] ?? ""].find(isAbsolute);
  const own = given("CHATLS_STATE");
  if (own !== undefined) return own;
  const home = given("HOME") ?? homedir();
  const state = given("XDG_STATE_HOME");
  if (state !== undefined) return join(state, name);
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support", name);
    case "win32":
      return join(given("LOCALAPPDATA") ?? join(home, "AppData", "Local"), name, "state");
    default:
      return join(home, ".local", "state", name);
  }
}
