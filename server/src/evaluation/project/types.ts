import type { Diagnostic } from "../../base/diagnostic.js";
import type { Layer } from "../../config/operations.js";
import type { ToolDefinition } from "../../tools/definitions/definition.js";

/** The project file of a workspace folder: `flemma.lua` or `flemma.json` (spec/flemma-templates.md §6). */
export interface ProjectFile {
  /** Absolute. */
  readonly path: string;
  readonly language: "lua" | "json";
  readonly source: string;
}

/** What a project says, as far as it is plain data. */
export interface ProjectData {
  readonly layer: Layer;
  /** Tools beside the built-in ones; one of the same name takes the place of it. */
  readonly tools: readonly ToolDefinition[];
  /** The names of Lua modules by the names of the personalities they make. */
  readonly personalities: { readonly [name: string]: string };
}

/** What a project gives an evaluation. */
export interface ProjectInput {
  readonly data: ProjectData;
  /** Where it brings functions, the file itself: it is run along. */
  readonly file?: ProjectFile;
}

/** A project that says nothing. */
export const emptyProject: ProjectData = { layer: { origin: "project", operations: [] }, tools: [], personalities: {} };

/** A problem in a project file or in a module of it, by absolute path; spans are offsets in that file. */
export interface FileProblem {
  readonly path: string;
  readonly problem: Diagnostic;
}

/** What running a project file by itself gave. */
export interface ProjectResult {
  /** It ran to its end; a refused option or a populator that fails does not count. */
  readonly ok: boolean;
  readonly data: ProjectData;
  /** There are functions in it: evaluations must run the file themselves. */
  readonly hasFunctions: boolean;
  readonly problems: readonly FileProblem[];
}
