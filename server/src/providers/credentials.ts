import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { cutText } from "../base/cut-text.js";
import type { CredentialPlaces, Lookup } from "./credential-search.js";
import type { Environment } from "./proxy.js";

/** A program may have to ask a person first, in ms. */
const longestRun = 60_000;
const googleScope = "https://www.googleapis.com/auth/cloud-platform";

/** The places on this machine that credentials are kept in, for a process with the environment `env`. */
export function machinePlaces(env: Environment): Omit<CredentialPlaces, "askClient"> {
  const home = env.HOME ?? homedir();
  return {
    env,
    now: () => Date.now(),
    keyring: (service, account, signal) => inKeyring({ service, account, env }, signal),
    googleToken: (serviceAccount, signal) => unlessAborted(googleToken(serviceAccount, { env, home }), signal),
    gcloudToken: (signal) => run("gcloud", ["auth", "print-access-token"], { env, signal }),
    async codexFile(path) {
      const place = path?.replace(/^~(?=\/|$)/, home) ?? join(env.CODEX_HOME ?? join(home, ".codex"), "auth.json");
      try {
        return { path: place, text: await readFile(place, "utf8") };
      } catch {
        return { reason: `'${place}' cannot be read` };
      }
    },
  };
}

interface Entry {
  readonly service: string;
  readonly account: string;
  readonly env: Environment;
}

/** The keyring of the system, then the programs that entries may have been made with (spec/providers-and-send.md §1.7). */
async function inKeyring({ service, account, env }: Entry, signal: AbortSignal): Promise<Lookup> {
  const own = await systemKeyring(service, account, signal);
  if ("secret" in own) return own;
  const reasons = [own.reason];
  for (const [program, args] of legacyLookups(service, account)) {
    const lookup = await run(program, args, { env, signal });
    if ("secret" in lookup) return lookup;
    if (!reasons.includes(lookup.reason)) reasons.push(lookup.reason);
  }
  return { reason: reasons.join("; ") };
}

async function systemKeyring(service: string, account: string, signal: AbortSignal): Promise<Lookup> {
  try {
    const { AsyncEntry } = await import("@napi-rs/keyring");
    const secret = await new AsyncEntry(service, account).getPassword(signal);
    return secret ? { secret } : { reason: `the keyring has no entry ${service}/${account}` };
  } catch (error) {
    return { reason: `the keyring could not be read (${line(error)})` };
  }
}

function legacyLookups(service: string, account: string): (readonly [program: string, args: readonly string[]])[] {
  switch (process.platform) {
    case "linux":
      return [account, ...(account === "api_key" ? ["api"] : [])].map((key) => ["secret-tool", ["lookup", "service", service, "key", key]]);
    case "darwin":
      return [["security", ["find-generic-password", "-s", service, "-a", account, "-w"]]];
    default:
      return [];
  }
}

/** What the programs need to find their data, the session and the network: no key is among it. */
const childVariables =
  /^(?:PATH|PATHEXT|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|XDG_CONFIG_HOME|CLOUDSDK_CONFIG|CLOUDSDK_ACTIVE_CONFIG_NAME|CLOUDSDK_PYTHON|GOOGLE_APPLICATION_CREDENTIALS|HTTPS?_PROXY|NO_PROXY)$/i;

/** Runs a program that prints a secret. */
function run(program: string, args: readonly string[], { env, signal }: { env: Environment; signal: AbortSignal }): Promise<Lookup> {
  const isWindows = process.platform === "win32";
  const options = {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => childVariables.test(name))),
    cwd: homedir(),
    signal,
    timeout: longestRun,
    // Programs of Windows that are scripts start in a shell only; the arguments are fixed words.
    shell: isWindows,
    windowsHide: true,
  };
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null && stdout.trim() !== "") resolve({ secret: stdout.trim() });
      else if (error?.code === "ENOENT") resolve({ reason: `${program} not found in PATH` });
      else resolve({ reason: `${program} gave nothing${stderr.trim() === "" ? "" : ` (${line(stderr)})`}` });
    });
    child.stdin?.end();
  });
}

interface Home {
  readonly env: Environment;
  readonly home: string;
}

/**
 * A token of Google's library. Its own search is started only where it finds something without asking the network whether this is
 * Google's cloud.
 */
async function googleToken(serviceAccount: string | undefined, { env, home }: Home): Promise<Lookup> {
  const given = serviceAccount?.trim() ?? "";
  if (given === "" && !(await hasDefaults(env, home))) return { reason: "there are no application-default credentials" };
  const own = ownAccount(given);
  if (own === undefined) return { reason: "VERTEX_SERVICE_ACCOUNT is neither JSON nor a path" };
  try {
    const { GoogleAuth } = await import("google-auth-library");
    const client = await new GoogleAuth({ scopes: [googleScope], ...own }).getClient();
    const { token } = await client.getAccessToken();
    const until = client.credentials.expiry_date;
    if (!token) return { reason: "the application-default credentials gave no token" };
    return { secret: token, ...(typeof until === "number" && { until: until - 60_000 }) };
  } catch (error) {
    return { reason: `Google's credentials cannot be used (${line(error)})` };
  }
}

/** What is wrong with its JSON is not told, for that would show some of it. */
function ownAccount(given: string): { readonly credentials: object } | { readonly keyFilename?: string } | undefined {
  if (given === "") return {};
  if (!given.startsWith("{")) return { keyFilename: given };
  try {
    return { credentials: JSON.parse(given) };
  } catch {
    return undefined;
  }
}

async function hasDefaults(env: Environment, home: string): Promise<boolean> {
  if (env.GOOGLE_APPLICATION_CREDENTIALS || env.GCE_METADATA_HOST || env.K_SERVICE) return true;
  const folder = process.platform === "win32" ? env.APPDATA : join(home, ".config");
  const place = join(folder ?? home, "gcloud", "application_default_credentials.json");
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  return isThere || /^Google/.test(await readFile("/sys/class/dmi/id/product_name", "utf8").catch(() => ""));
}

function unlessAborted(lookup: Promise<Lookup>, signal: AbortSignal): Promise<Lookup> {
  return new Promise((resolve) => {
    const stop = (): void => resolve({ reason: "the search was cancelled" });
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void lookup.then(resolve).finally(() => signal.removeEventListener("abort", stop));
  });
}

function line(error: unknown): string {
  return cutText((error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim(), 200);
}
