// `npm run test:e2e`: drives real editors with the built server. The editors come from Debian into node_modules/.cache/editors.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundleServer, root, writeOutput } from "./bundle.mjs";

await writeOutput("dist", await bundleServer(), ["types"]);
const nvim = ensureNeovim();
const { status } = spawnSync(process.execPath, [join(root, "test/e2e/nvim/run.mjs"), nvim], { stdio: "inherit" });
process.exitCode = status ?? 1;

/** The path of a Neovim that runs; `CHATLS_E2E_NVIM` names one to use instead of Debian's. */
function ensureNeovim() {
  const own = process.env.CHATLS_E2E_NVIM;
  if (own) return own;
  const folder = join(root, "node_modules/.cache/editors/neovim");
  const program = join(folder, "root/usr/bin/nvim");
  if (spawnSync(program, ["--version"]).status === 0) return program;
  console.error("Fetching Neovim from Debian …");
  const fetched = spawnSync(join(root, "test/e2e/deb-root.sh"), [folder, "sid", "usr/bin/nvim", "neovim"], { stdio: ["ignore", 2, 2] });
  if (fetched.status !== 0) throw new Error("Neovim could not be fetched; set CHATLS_E2E_NVIM to one that is installed.");
  return program;
}
