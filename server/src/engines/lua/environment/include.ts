import { LuaError } from "../../../lua/errors.js";
import { hostFunction } from "../../../lua/values.js";

/** Raised by include(): wherever the call stands, it blocks a send (spec/flemma-templates.md §4). */
export class IncludeError extends LuaError {}

/** `include()` is reserved; this version does not read other files, and says so instead of sending a prompt with a gap. */
export const include = hostFunction("include", () => {
  const text = "include() is not supported yet: copy the text into this file";
  throw new IncludeError(text, text);
});
