import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLedger } from "../../support/fake-providers/ledger.js";
import { type ReplyName, replies } from "../../support/fake-providers/replies.js";
import type { Exchange } from "../../support/fake-providers/server.js";
import type { WireName } from "../../support/fake-providers/wire.js";
import { wires } from "../../support/fake-providers/wires/wires.js";
import { givenBackIn, isAborted, saidBy, withNextTurn } from "./conversation.js";
import { createPool } from "./pool.js";
import { type Sender, startSender, wireNames } from "./sender.js";

let sender: Sender;
beforeAll(async () => {
  sender = await startSender();
});
afterAll(() => sender?.stop());

const inPool = createPool(16);
const mark = "\n<!-- flemma:aborted: Response interrupted by the user. -->\n";

/** The reply that nobody cancels, as it stands in a document. */
async function wholeReply(wire: WireName, reply: ReplyName): Promise<string> {
  const uri = await sender.open(wire, `fake:${reply}/none/${wire}-${reply}-whole`);
  const before = sender.client.text(uri);
  await sender.send(uri);
  return sender.client.text(uri).slice(before.length);
}

/** Cancels behind one event, and sends again. */
async function cancelAt(index: number, { wire, reply, whole }: { wire: WireName; reply: ReplyName; whole: string }): Promise<void> {
  const { client, fake } = sender;
  const name = `${wire}-${reply}-${index}`;
  const uri = await sender.open(wire, `fake:${reply}/hold-${index}/${name}`, { idle_timeout: 0 });
  const before = client.text(uri);
  const stateIs = (state: Exchange["state"]) =>
    fake.until(() => fake.exchangesOf(name).find((one) => one.state === state), `${name}: ${state}`);
  await sender.begin(uri);
  const exchange = await stateIs("held");
  expect([name, exchange.sent]).toEqual([name, index + 1]);
  expect(await client.executeCommand("chat.cancel", { uri })).toEqual({ cancelled: true });
  // The provider sends nothing any more: the connection is closed because it is not wanted, not because something came.
  await stateIs("left");
  expect(await sender.ended(uri)).toMatchObject({ state: "cancelled" });
  const after = client.text(uri);
  if (after !== before) {
    expect(after.startsWith(before)).toBe(true);
    expect(after.endsWith(mark)).toBe(true);
    const written = after.slice(before.length, -mark.length);
    expect(isPrefix(written, whole), `${name}: ${JSON.stringify(written)} of ${JSON.stringify(whole)}`).toBe(true);
  }
  const ask = `Go on. fake:hello/none/${name}-again`;
  const next = after === before ? `${after}${ask}\n` : withNextTurn(after, ask);
  await client.change(uri, next);
  expect([name, (await sender.send(uri)).state]).toEqual([name, "done"]);
  const again = fake.exchangesOf(`${name}-again`);
  expect(again.map(({ refusal }) => refusal?.message)).toEqual([undefined]);
  expect(client.text(uri)).toBe(`${next}\n@Assistant:\nHello there.\n\n@You:\n`);
  const back = givenBackIn(again[0] as Exchange);
  const said = saidBy(replies[reply], wire);
  if (isAborted(after)) expect([name, said.text.startsWith(back.text.replace(/`+$/, ""))]).toEqual([name, true]);
  expect(fake.exchangesOf(name)).toHaveLength(1);
}

/** Says whether a text is the beginning of another, but for what ends a line or a fence early; names that are made up differ. */
function isPrefix(text: string, whole: string): boolean {
  const plain = (one: string) => one.replace(/^\\+/gm, "").replace(/urn:flemma:tool:(\w+):\w+/g, "$1");
  const [part, all] = [plain(text).trimEnd(), plain(whole)];
  return all.startsWith(part) || all.startsWith(part.replace(/\n?`+$/, "").trimEnd());
}

describe.each(wireNames)("over %s", (wire) => {
  test.each(["rich", "interleaved", "hostile", "code"] as const)(
    "the reply %s can be cancelled behind each of its events: a prefix stays, marked as aborted, and can be sent again",
    { timeout: 120_000 },
    async (reply) => {
      const whole = await wholeReply(wire, reply);
      const count = wires.find(({ name }) => name === wire)?.stream(replies[reply], createLedger()).length ?? 0;
      expect(count).toBeGreaterThan(3);
      // Behind the terminal event there is nothing to cancel.
      const last =
        wires
          .find(({ name }) => name === wire)
          ?.stream(replies[reply], createLedger())
          .findIndex(({ role }) => role === "terminal") ?? 0;
      await Promise.all(Array.from({ length: last }, (_, index) => inPool(() => cancelAt(index, { wire, reply, whole }))));
    },
  );

  test.each([
    ["before the answer begins", "hang-before-headers"],
    ["while the next attempt is waited for", "wait-30"],
  ])("a send can be cancelled %s, and leaves nothing", async (_, fault) => {
    const name = `${wire}-${fault}`;
    const { client, fake } = sender;
    const uri = await sender.open(wire, `fake:hello/${fault}/${name}`);
    const before = client.text(uri);
    await sender.begin(uri);
    await fake.until(() => fake.exchangesOf(name).find(({ state }) => state !== "open"), "A request");
    await client.executeCommand("chat.cancel", { uri });
    expect(await sender.ended(uri)).toMatchObject({ state: "cancelled" });
    await fake.until(() => fake.exchangesOf(name).find(({ state }) => state !== "held"), "The end of the connection");
    expect(client.text(uri)).toBe(before);
    expect(fake.exchangesOf(name)).toHaveLength(1);
  });

  test("closing the document closes the connection", async () => {
    const name = `${wire}-closing`;
    const uri = await sender.open(wire, `fake:rich/hold-5/${name}`);
    await sender.begin(uri);
    await sender.fake.until(() => sender.fake.exchangesOf(name).find(({ state }) => state === "held"), "A stream");
    await sender.client.close(uri);
    await sender.fake.until(() => sender.fake.exchangesOf(name).find(({ state }) => state === "left"), "The end of the connection");
  });
});

test("(measured) a connection is closed as soon as a person cancels, one send at a time", async () => {
  const { client, fake } = sender;
  const delays: number[] = [];
  for (let number = 0; number < 20; number++) {
    const name = `measured-${number}`;
    const stateIs = (state: Exchange["state"]) => fake.until(() => fake.exchangesOf(name).find((one) => one.state === state), state);
    const uri = await sender.open("anthropic", `fake:rich/hold-6/${name}`);
    await sender.begin(uri);
    await stateIs("held");
    const begin = performance.now();
    const cancelled = client.executeCommand("chat.cancel", { uri });
    await stateIs("left");
    delays.push(performance.now() - begin);
    expect(await cancelled).toEqual({ cancelled: true });
    await sender.ended(uri);
    await client.close(uri);
  }
  const sorted = delays.toSorted((a, b) => a - b).map((delay) => `${delay.toFixed(1)} ms`);
  console.log(`From the wish to cancel to the closed connection: ${sorted[10]} (median), ${sorted.at(-1)} (longest of ${sorted.length}).`);
});
