import { afterAll, beforeAll, expect, test } from "vitest";
import { replyOf } from "../../support/fake-providers/replies.js";
import { textOf } from "../../support/fake-providers/reply.js";
import { type Sender, startSender, wireNames } from "./sender.js";

let sender: Sender;
beforeAll(async () => {
  sender = await startSender();
});
afterAll(() => sender?.stop());

test.each(wireNames.flatMap((wire) => ["tiny-100000", "huge-20000000"].map((reply) => [wire, reply] as const)))(
  "over %s a reply comes whole, however it is cut: %s letters",
  { timeout: 120_000 },
  async (wire, reply) => {
    const uri = await sender.open(wire, `fake:${reply}/none/${wire}-${reply}`, { idle_timeout: 0 });
    const before = sender.client.text(uri);
    expect((await sender.send(uri)).state).toBe("done");
    const written = sender.client.text(uri).slice(before.length);
    expect(written.length).toBe(textOf(replyOf(reply)).length + "\n@Assistant:\n\n\n@You:\n".length);
    expect(written === `\n@Assistant:\n${textOf(replyOf(reply))}\n\n@You:\n`).toBe(true);
    await sender.client.close(uri);
  },
);
