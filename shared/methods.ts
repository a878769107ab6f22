/** Commands of `workspace/executeCommand`; each takes one object with the `uri` of a document (spec/contracts.md). */
export const commands = {
  send: "chat.send",
  cancel: "chat.cancel",
  preview: "chat.preview",
  request: "chat.request",
  status: "chat.status",
  switch: "chat.switch",
} as const;

/** Notifications beyond the standard protocol. */
export const notifications = {
  /** Client to server: `{ trusted: boolean }`. */
  trustChanged: "chat/trustChanged",
  /** Server to client: the state of a running reply. */
  runChanged: "chat/runChanged",
  /** Server to client: a status line shows something else now. */
  statusChanged: "chat/statusChanged",
  /** Server to client: the files whose open texts count before the disk. */
  filesUsed: "chat/filesUsed",
} as const;

/** Requests beyond the standard protocol, from server to client; only to one that said that it answers them. */
export const requests = {
  /** `{ service: string }`: what the client keeps of keys and tokens. Its answer is a `CredentialAnswer`. */
  credential: "chat/credential",
} as const;

/** The key or token of a service; null when the client has none. */
export type CredentialAnswer = string | { readonly secret?: string } | null;

/** Argument of every command. */
export interface CommandArgument {
  readonly uri: string;
  /** One-based number of a role marker (`chat.preview`). */
  readonly message?: number;
  /** The provider whose request is wanted, whatever the document says (`chat.request`). */
  readonly provider?: string;
  /** Show the answer as a message, too, to a person who sees no answer of a command (`chat.status`). */
  readonly show?: boolean;
}

/** Argument of `chat.switch`: what is named changes, null takes it back, and nothing at all takes everything back. */
export interface SwitchArgument {
  readonly uri: string;
  readonly provider?: string | null;
  readonly model?: string | null;
  readonly parameters?: object | null;
}

/** What `initializationOptions` may hold. */
export interface InitializationOptions {
  /** Absent means false: no send, and templates see only files below the workspace folders. */
  readonly trusted?: boolean;
  /** Whether diagnostics are sent or asked for; "push" when absent, never both. */
  readonly diagnostics?: "push" | "pull";
  /** Requests that the client answers. */
  readonly capabilities?: { readonly credential?: boolean };
  /** The section `chat` of the settings, for clients that cannot be asked for it. */
  readonly settings?: unknown;
}

/** Parameters of `chat/runChanged`. */
export interface RunChanged {
  readonly uri: string;
  readonly run: string;
  /** "waiting" is for something that the document needs and that is not ready yet. */
  readonly state: "waiting" | "running" | "done" | "cancelled" | "failed";
  readonly usage?: RunUsage;
}

/** What a reply used, in tokens; `inputTokens` are those that no cache had or got. */
export interface RunUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the output. */
  readonly thinkingTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The provider counted nothing. */
  readonly isEstimated?: true;
  /** About so many USD, by the list price; absent where nobody knows it. */
  readonly cost?: number;
}

/** Parameters of `chat/statusChanged`. What is null is left to the provider. */
export interface StatusChanged {
  readonly uri: string;
  readonly provider: string;
  readonly model: string;
  /** The level, a budget in tokens, or false. */
  readonly thinking: unknown;
  readonly temperature: unknown;
  /** A number, or a share such as "50%". */
  readonly maxTokens: unknown;
  readonly engine: string;
  /** A reply is being written into the document. */
  readonly running: boolean;
}

/** Parameters of `chat/filesUsed`; takes the place of what was said before. */
export interface FilesUsed {
  /** Of files that open documents include or attach, whether they are there or not; documents are not among them. */
  readonly uris: readonly string[];
}
