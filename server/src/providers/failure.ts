/** What kind of thing went wrong, by which a person knows what to do next (spec/providers-and-send.md §1.1, "Errors"). */
export type FailureKind =
  | "authentication"
  | "permission"
  | "not-found"
  | "rate"
  | "quota"
  | "overload"
  | "context-too-long"
  | "content-blocked"
  | "bad-request"
  | "server"
  | "network"
  /** The stream ended without its final event. */
  | "incomplete";

/** Why a reply did not come, or not to its end. Never holds a key. */
export interface Failure {
  readonly kind: FailureKind;
  /** What happened: one sentence, in the provider's words where there are any. */
  readonly message: string;
  /** What to do next: one sentence. */
  readonly advice: string;
  /** Of the HTTP reply. */
  readonly status?: number;
}
