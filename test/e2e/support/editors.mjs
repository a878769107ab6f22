// Finds the editors, or fetches them from Debian into node_modules/.cache/editors.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const cache = join(root, "node_modules/.cache/editors");

/**
 * A program of a Debian suite, with libraries of its own.
 * @param {{ name: string, suite: string, program: string, packages: readonly string[], variable: string }} wanted
 *   `variable` of the environment names one to use instead
 */
function fetched({ name, suite, program, packages, variable }) {
  const own = process.env[variable];
  if (own) return own;
  const folder = join(cache, name);
  const path = join(folder, "root", program);
  if (existsSync(path) && spawnSync(path, ["--version"]).status === 0) return path;
  if (!fetch(folder, { suite, program, packages })) throw new Error(`Set ${variable} to one that is installed.`);
  return path;
}

/** Fetches packages into a folder; whether that worked. */
function fetch(folder, { suite, program, packages }) {
  console.error(`Fetching ${packages.join(" ")} from Debian …`);
  const script = fileURLToPath(new URL("../deb-root.sh", import.meta.url));
  const { status } = spawnSync(script, [folder, suite, program, ...packages], { stdio: ["ignore", 2, 2] });
  if (status !== 0) console.error(`${packages.join(" ")} could not be fetched.`);
  return status === 0;
}

/** A program that is installed; throws with the command that installs it. */
function installed({ program, packages, variable }) {
  const path = process.env[variable] ?? program;
  if (spawnSync(path, ["--version"]).status === 0) return path;
  throw new Error(`${program} is not installed: apt-get install ${packages}, or set ${variable} to one that is.`);
}

/** The newest Neovim of Debian. */
export const currentNeovim = () =>
  fetched({ name: "neovim", suite: "sid", program: "usr/bin/nvim", packages: ["neovim"], variable: "CHATLS_E2E_NVIM" });

/** The Neovim of Debian 12, which is as old as the plugin takes. */
export function oldNeovim() {
  const own = spawnSync("nvim", ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (own.startsWith("NVIM v0.7.") && !process.env.CHATLS_E2E_NVIM_OLD) return "nvim";
  return fetched({ name: "neovim-old", suite: "bookworm", program: "usr/bin/nvim", packages: ["neovim"], variable: "CHATLS_E2E_NVIM_OLD" });
}

/** Helix. */
export const helix = () => fetched({ name: "helix", suite: "sid", program: "usr/bin/hx", packages: ["hx"], variable: "CHATLS_E2E_HELIX" });

/** Emacs with eglot. */
export const emacs = () => installed({ program: "emacs", packages: "emacs-nox elpa-eglot", variable: "CHATLS_E2E_EMACS" });

/** Vim, with the package ALE beside it. */
export const vim = () => installed({ program: "vim", packages: "vim-nox vim-ale", variable: "CHATLS_E2E_VIM" });

/** A Python, and the folder with the types of the protocol, which others made from its specification. */
export function protocolTypes() {
  const folder = join(cache, "lsprotocol");
  const packages = join(folder, "root/usr/lib/python3/dist-packages");
  if (!existsSync(join(packages, "lsprotocol/types.py"))) fetch(folder, { suite: "sid", program: "-", packages: ["python3-lsprotocol"] });
  const python = process.env.CHATLS_E2E_PYTHON ?? (existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3");
  return { python, packages };
}
