import { oldNeovim } from "../support/editors.mjs";
import { playSession } from "./session.mjs";

await playSession({ name: "neovim-old", program: oldNeovim(), isCurrent: false });
