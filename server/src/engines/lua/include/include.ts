import { dirname, resolvePath } from "../../../base/paths.js";
import type { Site } from "../../../lua/errors.js";
import type { LuaState } from "../../../lua/state.js";
import { hostFunction, type LuaFunction, type LuaValue } from "../../../lua/values.js";
import { attachedParts } from "./attached-parts.js";
import { type IncludeCall, includeCall } from "./include-call.js";
import { IncludeError } from "./include-error.js";
import { limitNames, presentPath } from "./include-files.js";
import { createIncludeReports } from "./include-reports.js";
import { createIncludeStack } from "./include-stack.js";
import type { IncludedPersonality, IncludeWorld } from "./include-world.js";
import { IncludedParts } from "./included-parts.js";
import { createFileRenderer } from "./render-file.js";

/** What a call costs, in steps. */
const callSteps = 50;

const personalityUrn = "urn:flemma:personality:";

/** Where a call stands that no code made. */
const nowhere: Site = { chunk: { id: "", name: "include", source: "", firstLine: 1 }, span: { start: 0, end: 0 } };

/** Makes the function include() of a document and of all files below it (spec/flemma-templates.md §4). */
export function createInclude({ files: told, ...rest }: IncludeWorld): LuaFunction {
  const files = limitNames(told);
  const world = { ...rest, files };
  const { surroundings } = world;
  const stack = createIncludeStack(surroundings.filename, world.offsets);
  const reports = createIncludeReports(world, stack);
  const render = createFileRenderer(world, stack, reports);

  function include(call: IncludeCall, state: LuaState): LuaValue {
    if (call.path.startsWith("urn:")) return urn(call, state);
    // Paths start from the file that the call is written in, whoever runs it.
    const { file } = call.site.chunk;
    const folder = file === undefined ? surroundings.dirname : dirname(file);
    const path = presentPath(resolvePath(folder, call.path, surroundings.home), folder, {
      kind: call.isBinary ? "attachment" : "text",
      files,
    });
    return call.isBinary ? attached(path, call) : render(path, call, state);
  }

  function attached(path: string, call: IncludeCall): LuaValue {
    const attachment = files.attachment(path);
    if (files.isOpen("attachments", path)) return new IncludedParts([]);
    const made = attachedParts(path, attachment, call);
    if (made.kind !== "parts") throw reports.refused(made.kind, path, call);
    if (made.refused !== undefined) reports.warn(made.refused.code, call.site, made.refused.message);
    return made.parts;
  }

  function urn(call: IncludeCall, state: LuaState): LuaValue {
    const { path, site } = call;
    if (!path.startsWith(personalityUrn)) {
      const message = `There is nothing to include at '${path}'. Write a path, or ${personalityUrn}NAME.`;
      throw new IncludeError({ code: "include/unknown-urn", message }, site);
    }
    const name = path.slice(personalityUrn.length);
    if (world.personality) return personality(world.personality(name, call, state), site);
    throw new IncludeError(
      { code: "include/unknown-personality", message: "Code of a project includes no personalities. Let it require their modules." },
      site,
    );
  }

  function personality({ text, warning }: IncludedPersonality, site: Site): LuaValue {
    // Its prompt hangs on the options, which may be others at the next call.
    stack.unsettle();
    if (warning !== undefined) reports.warn("personality/context", site, warning);
    return text;
  }

  return hostFunction("include", (args, state) => {
    const site = state.calledAt ?? nowhere;
    state.charge(callSteps, site);
    return [include(includeCall(args, site), state)];
  });
}
