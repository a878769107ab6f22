import type { ReplyEnd } from "./stream-reply.js";

/** What a person is told of replies that came to their end and are not whole. */
const endings: { readonly [Kind in (ReplyEnd & { state: "done" })["ending"]]?: string } = {
  truncated: 'The reply was cut off at the limit of tokens. Raise parameters.max_tokens, or write "Go on." and send again.',
  paused: "The model paused its reply. Send again, and it goes on.",
};

/** What went wrong with a reply and what to do next, or why a complete one is not whole; undefined when all is as it was wanted. */
export function endText(end: ReplyEnd): string | undefined {
  switch (end.state) {
    case "done":
      return endings[end.ending];
    case "cancelled":
      return undefined;
    case "failed":
      return `${end.failure.message} ${end.failure.advice}`;
  }
}
