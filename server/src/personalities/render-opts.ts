/** What a personality builds its prompt from (seed 003, "RenderOpts"). It gathers nothing itself. */
export interface RenderOpts {
  /** Sorted by name. */
  readonly tools: readonly ToolEntry[];
  readonly environment: Environment;
  /** In the order they are looked for, each text once. */
  readonly projectContext: readonly ProjectContextFile[];
}

/** A tool that the document has, with what its definition says for this personality: nothing is an empty object. */
export interface ToolEntry {
  readonly name: string;
  readonly parts: { readonly [part: string]: readonly string[] };
}

/** Where and when the conversation takes place. */
export interface Environment {
  /** Absolute. */
  readonly cwd: string;
  /** The document, relative to `cwd`; absent for one without a file. */
  readonly currentFile?: string;
  /** What an editor calls the language of the document. */
  readonly filetype?: string;
  /** The branch that is checked out around `cwd`; absent outside of a repository and where no branch is. */
  readonly gitBranch?: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`, by the clock on the wall. */
  readonly time: string;
}

/** A file that says how to work in a project. */
export interface ProjectContextFile {
  /** Relative to the folder of the document, or to `cwd` for one without a file. */
  readonly path: string;
  /** With line ends as `\n`. */
  readonly content: string;
}
