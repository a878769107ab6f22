import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";
import type { Config } from "../config/resolve.js";
import type { Crowd } from "../engines/crowd.js";
import type { MessageRun } from "../engines/engine.js";
import type { ReferenceResolver } from "../engines/references/reference-resolver.js";
import type { Chunk } from "../lua/errors.js";
import type { LuaState } from "../lua/state.js";
import type { ChatDocument, PlacedMessage } from "../syntax/ast.js";
import type { ProbeWatch } from "./probe.js";
import type { Questions } from "./questions.js";
import type { EvaluationRequest } from "./types.js";

/** What the messages of a document are rendered with, whatever they are written in. */
export interface RenderWorld {
  readonly document: ChatDocument;
  readonly request: EvaluationRequest;
  readonly config: Config;
  /** Where the frontmatter of the text sets an option that is told of there; a document offset span. */
  placeOfOption(path: string): Span | undefined;
  /** The names of the variables that messages see. */
  readonly variables: readonly string[];
  /** The text of each message. */
  readonly chunks: readonly Chunk[];
  /** Offsets of chunks in the document, by their ids; those of blocks come as they run. */
  readonly offsets: Map<string, number>;
  readonly state: LuaState;
  readonly questions: Questions;
  readonly resolve: ReferenceResolver;
  /** Absent where faults may turn out to be void. */
  readonly crowd: Crowd | undefined;
  readonly probe: ProbeWatch;
  /** Says whether what stands at a span of the document gave something of interest. */
  isWanted(span: Span): boolean;
}

/** Renders the message at an index; messages are rendered in their order. */
export type MessageRenderer = ((index: number) => MessageRun) & {
  /** What is wrong with what all messages start from. */
  readonly problems?: readonly Diagnostic[];
  /** How many items the fanout of a prose document has; 0 where no message looks at them. */
  readonly items?: number;
  /** What templates can read at the end of the document besides variables, as much of it as is shown to a person. */
  scope?(): { readonly [name: string]: Json };
};

/** What makes the renderers of documents, by their language. */
export type Renderers = { readonly [engine in EngineName]?: (world: RenderWorld) => MessageRenderer };

/** The references of a message with a role that is sent are files. */
export function resolverFor({ message: { role } }: PlacedMessage, { resolve }: RenderWorld): { readonly resolve?: ReferenceResolver } {
  return role === "System" || role === "You" ? { resolve } : {};
}
