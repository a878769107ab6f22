import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A provider that stops in the middle of its reply, and then says nothing more. */
export interface HangingProvider {
  /** The base of its addresses. */
  readonly url: string;
  close(): void;
}

/** The text of the delta with an index (from 0): lines, fences, structure, and characters of several bytes. */
function deltaText(index: number): string {
  const pieces = ["Some words, ", "more 😀 of them", ".\n", "```lua\nx = 1\n", "```\n", "@You:\n", "\\@You:\n", "é\n\n", "- item "];
  return `${pieces[index % pieces.length]}${index}${index % 4 === 0 ? "\n" : " "}`;
}

/**
 * Starts one on the loopback interface that speaks the wire of Anthropic: a conversation with `stop:N` in it gets N deltas,
 * of which each comes some ms after the one before, without an end.
 */
export async function startHangingProvider(pace = 2): Promise<HangingProvider> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const count = Number([...body.matchAll(/stop:(\d+)/g)].at(-1)?.[1] ?? 0);
    const send = (event: { readonly type: string } & Record<string, unknown>): void => {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    send({ type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 1 } } });
    send({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    for (let index = 0; index < count; index++) {
      send({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: deltaText(index) } });
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
