import type { Diagnostic, Tally } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import type { FileAnswers, FileQuestions } from "../base/file-answers.js";
import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";
import type { Layer } from "../config/operations.js";
import type { ExpressionValue, OutputPiece, Surroundings, TagTrace } from "../engines/engine.js";
import type { BoundaryState } from "../engines/lua/suspense.js";
import type { Limits } from "../lua/budget.js";
import type { Decision } from "../tools/approval.js";
import type { ConfigSummary } from "./config-summary.js";
import type { ProjectInput, ProjectResult } from "./project/types.js";

/** Source of frontmatter that evaluated well; stands in while the current one is broken. */
export interface FrontmatterSource {
  readonly language: string;
  readonly code: string;
}

/** What is said of options outside of the document. */
export interface BaseOptions {
  /** The layers that the frontmatter writes on top of, lowest first. */
  readonly below: readonly Layer[];
  /** The layers that count before the frontmatter (command line). */
  readonly above: readonly Layer[];
}

/** A use of a tool that somebody wants to know the decision about. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Json;
  /** What else a function of `tools.auto_approve` is told. */
  readonly context: Json;
}

/** The state of a git repository. */
export interface Repository {
  /** Absent where a commit rather than a branch is checked out. */
  readonly branch?: string;
  /** Absent before the first commit. */
  readonly commit?: string;
  /** Something is changed, or not under version control. */
  readonly dirty: boolean;
}

/** Everything an evaluation sees. It reads nothing else. */
export interface EvaluationRequest {
  readonly text: string;
  /** Names the document: its evaluations never run side by side, so that one document cannot occupy every process. */
  readonly document?: string;
  readonly surroundings: Surroundings;
  readonly limits: Limits;
  /** What is known of files; what else the run would know is in `EvaluationResult.asks`. */
  readonly files: FileAnswers;
  /** What the project file says, or itself. */
  readonly project?: ProjectInput;
  /** Run the file of `project` by itself: no document is looked at, and the result is `EvaluationResult.project`. */
  readonly projectOnly?: true;
  /** Absent: the defaults alone. */
  readonly options?: BaseOptions;
  /** Variables that messages see, whatever the frontmatter says of them. */
  readonly variables?: { readonly [name: string]: Json };
  /** Of a fanout, the item that is rendered, counted from 1; without it the first one is, and all are looked at. */
  readonly item?: number;
  /** The variables of the environment that the user lets templates see. */
  readonly environment?: { readonly [name: string]: string };
  /** The repository that the document lies in, where the last evaluation asked for it. */
  readonly repository?: Repository;
  /** What the host says of things that may not be ready, by name; of what is not there it was not asked yet. */
  readonly boundaries?: { readonly [name: string]: BoundaryState };
  /** Uses of tools to be decided about. */
  readonly calls?: readonly ToolCall[];
  /** Used when the frontmatter of `text` fails; never set for a send. */
  readonly lastGood?: FrontmatterSource;
  /** Parse only, and give the problems of syntax: nothing of the text runs. */
  readonly syntaxOnly?: boolean;
  /** Report what the text alone tells to be wrong as well: who asks need not parse a long text himself. */
  readonly withSyntax?: boolean;
  /**
   * Leave out what messages render to: who only wants to know what is wrong need not wait for it. A run into a limit
   * keeps it, for nobody will wait for another such run.
   */
  readonly omitOutput?: boolean;
  /** Leave out what single expressions gave; with a probe, those elsewhere are left out in any case. */
  readonly omitValues?: boolean;
  /** Report the values of frontmatter variables. */
  readonly wantVariables?: boolean;
  /** UTF-16 offset of a name whose value is wanted (hover); what messages elsewhere render to is left out. */
  readonly probe?: number;
}

/** One evaluated message. `failed` means its template could not be rendered and `pieces` is empty. */
export interface MessageOutput {
  readonly failed: boolean;
  readonly pieces: readonly OutputPiece[];
  readonly values: readonly ExpressionValue[];
  /** What the code tag under the probe did. */
  readonly tag?: TagTrace;
}

/** The value of the name under `EvaluationRequest.probe`. Spans are document offsets. */
export interface ProbeResult {
  readonly span: Span;
  readonly name: string;
  readonly kind: "local" | "global" | "member" | "call";
  /** Lua type, value as shown to a person (a text that a call gave as it is), and how often it was read or set. */
  readonly type: string;
  readonly display: string;
  readonly count: number;
  /** Where it was last set, if in this document; a document offset span. */
  readonly setAt?: Span;
}

/** Result of evaluating a document. All spans of `problems` are document offsets. */
export interface EvaluationResult {
  readonly frontmatter?: {
    readonly language: string;
    readonly ok: boolean;
    /** The code between the fences. */
    readonly body: Span;
    /** JSON-able variables; functions are "$function". */
    readonly variables: { readonly [name: string]: Json };
  };
  /** How many items the fanout of a prose document has; absent where no message looks at them. */
  readonly items?: number;
  /** The language of the templates. */
  readonly engine: EngineName;
  /** What the options come to. */
  readonly config: ConfigSummary;
  /** Where the document chose its provider, or else a preset or a model. */
  readonly choice?: Span;
  /** One for each of `EvaluationRequest.calls`. */
  readonly decisions: readonly Decision[];
  /** One per message of the document; `undefined` where nothing is evaluated (assistant). */
  readonly messages: readonly (MessageOutput | undefined)[];
  /** What templates can read besides variables; only with `EvaluationRequest.wantVariables`, and where there is anything. */
  readonly scope?: { readonly [name: string]: Json };
  /** Set when the output of the messages was left out: nothing may be concluded from its being empty. */
  readonly outputOmitted?: true;
  /**
   * Set when a text of other words around the same tags gives the same problems and values, as long as these words are not very
   * long (see `evaluation/other-words.ts`): how often each text may have been put out, at most.
   */
  readonly passes?: number;
  readonly problems: readonly Diagnostic[];
  /** Set when the problems hold what the text alone tells. */
  readonly includesSyntax?: true;
  /** Of very many problems those that will not be shown are only counted. */
  readonly unlisted?: Tally;
  readonly probe?: ProbeResult;
  /** Names of what is not ready yet, each once: what needs it gave nothing. Absent where nothing is waited for. */
  readonly waitsFor?: readonly string[];
  /** Set when templates may look at the repository: `EvaluationRequest.repository`. */
  readonly wantsRepository?: true;
  /** Paths that must be answered before the result counts: while there are any, everything else is void. */
  readonly asks: FileQuestions;
  /** What the request told of files and the run had no use for. */
  readonly unasked: FileQuestions;
  /** What running the project file by itself gave. */
  readonly project?: ProjectResult;
}

/** How a run in the isolated process ended. */
export type EvaluationOutcome =
  | {
      readonly kind: "done";
      readonly result: EvaluationResult;
      /** How much of its time limit it took; absent where nobody measured. */
      readonly tookMs?: number;
    }
  | { readonly kind: "timed-out" | "out-of-memory" | "crashed" }
  | { readonly kind: "superseded" };
