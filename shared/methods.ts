/** Commands of `workspace/executeCommand`; each takes one object with the `uri` of a document (spec/contracts.md). */
export const commands = {
  send: "chat.send",
  cancel: "chat.cancel",
  preview: "chat.preview",
  request: "chat.request",
  status: "chat.status",
  switch: "chat.switch",
  recover: "chat.recover",
} as const;

/** Commands that clients carry out themselves, if they said that they do. */
export const clientCommands = {
  /** Sets `otherFormats` to `"ignore"` in the settings of the person. */
  leaveOtherFormats: "chat.leaveOtherFormats",
} as const;

/** Notifications beyond the standard protocol. */
export const notifications = {
  /** Client to server: `{ trusted: boolean }`. */
  trustChanged: "chat/trustChanged",
  /** Client to server: what the client keeps for a service is another credential now, or none. */
  credentialChanged: "chat/credentialChanged",
  /** Server to client: the state of a running reply. */
  runChanged: "chat/runChanged",
  /** Server to client: a status line shows something else now. */
  statusChanged: "chat/statusChanged",
  /** Server to client: the files whose open texts count before the disk. */
  filesUsed: "chat/filesUsed",
  /** Server to client: text of a reply that comes into its document only when it is complete. */
  delta: "chat/delta",
  /** Server to client, where it declared it: a document was evaluated, so that what it renders to may be something else. */
  evaluated: "chat/evaluated",
} as const;

/** Requests to clients that declared them in their initialization options. */
export const requests = {
  /** Makes edits of a reply, so that one undo takes back all of it. */
  applyStream: "chat/applyStream",
  /** Asks for the key or token of a service, which is the name of a provider. */
  credential: "chat/credential",
  /** Lets a person give the key of a service; answers `{ connected: boolean }`. */
  connect: "chat/connect",
} as const;

/**
 * Parameters of `chat/applyStream`, which answers `{ applied: boolean }` as `workspace/applyEdit` does, or `{ applied: false, later: true }`
 * where the edit can wait.
 */
export interface ApplyStream {
  readonly uri: string;
  /** Of the text that the edits are for; an editor whose text is another one applies nothing. */
  readonly version: number;
  /** As in LSP: ranges and new texts. */
  readonly edits: readonly { readonly range: LspRange; readonly newText: string }[];
  /** Undoing the edits up to the last one takes back the reply. */
  readonly first: boolean;
  readonly last: boolean;
  /** More comes: a client that shows the document to nobody may answer that it takes all of it later. */
  readonly canWait: boolean;
}

/** A range as in LSP. */
export interface LspRange {
  readonly start: LspPosition;
  readonly end: LspPosition;
}

/** A position as in LSP. */
export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

/** Parameters of `chat/delta`: document text of a reply that is not in the document yet. */
export interface Delta {
  readonly uri: string;
  readonly run: string;
  readonly text: string;
}

/** Parameters of `chat/credentialChanged`, of `chat/connect`, and of `chat/credential`, which answers with the secret, `{ secret }`, or null. */
export interface CredentialRequest {
  readonly service: string;
}

/** Argument of every command. */
export interface CommandArgument {
  readonly uri: string;
  /** One-based number of a role marker (`chat.preview`). */
  readonly message?: number;
  /** Of a fanout, the one-based number of the item (`chat.preview`, `chat.send`). */
  readonly item?: number;
  /** The input of a prose document, whatever the document says (`chat.send`). */
  readonly input?: string;
  /** The provider whose request is wanted, whatever the document says (`chat.request`). */
  readonly provider?: string;
  /** Show the answer as a message, too, to a person who sees no answer of a command (`chat.status`, `chat.request`, `chat.preview`). */
  readonly show?: boolean;
  /** Tell also who could answer (`chat.status`). */
  readonly choices?: boolean;
}

/** A provider that a document could be switched to, and those of its models that are known by name (`chat.status`). */
export interface ProviderChoice {
  readonly provider: string;
  readonly models: readonly string[];
}

/** The answer of `chat.preview`: the rendered conversation before any repair for a provider. Ranges are as in LSP. */
export interface PreviewAnswer {
  readonly markdown: string;
  readonly parts: readonly PreviewPart[];
  readonly diagnostics: readonly PreviewDiagnostic[];
  /** From where in the document stretches of the Markdown come; `start` and `end` are UTF-16 units of it. */
  readonly map: readonly { readonly start: number; readonly end: number; readonly range: LspRange }[];
  readonly messages: readonly PreviewMessage[];
}

/** A part in the answer of `chat.preview`, in the form of the command line's JSON (spec/contracts.md). */
export interface PreviewPart {
  readonly kind: "text" | "text_file" | "image" | "pdf" | "thinking" | "tool_use" | "tool_result";
  readonly text?: string;
  readonly mime_type?: string;
  /** So many bytes, and their hash. */
  readonly bytes?: number;
  readonly sha256?: string;
  readonly content?: string;
  readonly input?: unknown;
  readonly parts?: readonly PreviewPart[];
}

/** A diagnostic in the answer of `chat.preview`, as in LSP. */
export interface PreviewDiagnostic {
  readonly range: LspRange;
  readonly severity?: number;
  readonly message: string;
}

/** A message in the answer of `chat.preview`. Offsets are UTF-16 units of its `markdown`. */
export interface PreviewMessage {
  readonly role: "system" | "user" | "assistant";
  /** One-based line of its role marker in the document. */
  readonly line: number;
  /** Absent where its template failed: then it has no parts. */
  readonly rendered?: true;
  readonly parts: readonly {
    /** In the `parts` of the answer. */
    readonly index: number;
    /** Where it stands in the Markdown; a text stands there as it is. */
    readonly start: number;
    readonly end: number;
    /** One line that names it; a text has none. */
    readonly title?: string;
    /** URI of the file that it holds. */
    readonly file?: string;
  }[];
}

/** What becomes of a reply that was interrupted: it goes into its document, or into a file beside it, or away. */
export const recoveryChoices = ["insert", "aside", "discard"] as const;

/** One of them. */
export type RecoveryChoice = (typeof recoveryChoices)[number];

/** Argument of `chat.recover`; without a choice a person is asked, or the reply is inserted where nobody can be asked. */
export interface RecoverArgument {
  readonly uri: string;
  readonly choice?: RecoveryChoice;
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
  /** What the client answers beyond the standard protocol. */
  readonly capabilities?: {
    readonly applyStream?: boolean;
    readonly credential?: boolean;
    /** Offered to a person whose send failed for want of a key. */
    readonly connect?: boolean;
    /** Shows diagnostics where it shows hovers: a hover does not repeat them. */
    readonly diagnosticsInHover?: boolean;
    /** Wants `chat/evaluated`. */
    readonly evaluated?: boolean;
    /** Has the command `chat.leaveOtherFormats`. */
    readonly leaveOtherFormats?: boolean;
  };
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

/** Parameters of `chat/evaluated`. */
export interface DocumentEvaluated {
  readonly uri: string;
  /** Of the text that was evaluated. */
  readonly version: number;
}

/** Parameters of `chat/filesUsed`; takes the place of what was said before. */
export interface FilesUsed {
  /** Of files that open documents include or attach, whether they are there or not; documents are not among them. */
  readonly uris: readonly string[];
}
