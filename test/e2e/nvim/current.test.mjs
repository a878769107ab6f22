import { currentNeovim } from "../support/editors.mjs";
import { playSession } from "./session.mjs";

await playSession({ name: "neovim", program: currentNeovim(), isCurrent: true });
