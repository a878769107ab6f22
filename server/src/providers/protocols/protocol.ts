import type { Prompt, PromptRules } from "../../conversation/prompt.js";
import type { ProtocolName } from "../endpoint.js";
import type { ModelInfo } from "../models/model-info.js";
import type { ThinkingSetting } from "../models/thinking.js";
import type { StreamEvent } from "../provider.js";

/** Who is asked, and how: everything that options say of a request, resolved for the chosen provider and model. */
export interface RequestSettings {
  /** As options name it: one that is built in, or one from `providers`. */
  readonly provider: string;
  readonly protocol: ProtocolName;
  readonly model: string;
  /** Absent for a model that nobody knows, which works all the same. */
  readonly info?: ModelInfo;
  /** What options name as the address, else the usual one; see `endpointUrl`. */
  readonly baseUrl: string;
  /** Further headers from settings; their values may be secret. */
  readonly headers: { readonly [name: string]: string };
  readonly maxTokens: number;
  /** As the model takes it: see `temperatureFor`. */
  readonly temperature?: number;
  readonly thinking: ThinkingSetting;
  readonly cacheRetention: "none" | "short" | "long";
  /** Names the document to caches of the provider, without telling its path. */
  readonly cacheKey: string;
  /** Google Cloud's project and region (Vertex). */
  readonly project?: string;
  readonly location?: string;
  readonly timeouts: Timeouts;
}

/** In ms: until connected, until the head of the reply, between two pieces of it. 0 is for ever. */
export interface Timeouts {
  readonly connect: number;
  readonly head: number;
  readonly idle: number;
}

/** A request as it is sent, but for the headers that hold the credential. */
export interface WireRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** One event of a stream of server-sent events. */
export interface WireEvent {
  readonly event?: string;
  readonly data: string;
}

/** Turns the events of a wire into pieces of a reply. Never throws: what it cannot read is a `failed`. */
export interface Decoder {
  push(event: WireEvent): readonly StreamEvent[];
  /** The reply is complete, or has failed: what may still come is how much was used, which is not worth a long wait. */
  isOver(): boolean;
  /** What is left at the end of the stream: its last piece, unless that came already. */
  end(): readonly StreamEvent[];
}

/** The outgoing half of a family of wires. */
export interface RequestMaker {
  /** How a conversation is repaired for it; what becomes of foreign thinking, options say. */
  readonly rules: Omit<PromptRules, "foreign">;
  /** What is sent, byte for byte. */
  request(prompt: Prompt, settings: RequestSettings): WireRequest;
  /** The headers that show who asks. */
  authorization(credential: Credential): { readonly [name: string]: string };
}

/** A key or token; never printed, logged or kept. */
export interface Credential {
  readonly secret: string;
  /** The account that goes with it (Codex). */
  readonly account?: string;
}
