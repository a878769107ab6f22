import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createLedger } from "../../support/fake-providers/ledger.js";
import { replies } from "../../support/fake-providers/replies.js";
import { type Exchange, startFakeProviders } from "../../support/fake-providers/server.js";
import type { WireName } from "../../support/fake-providers/wire.js";
import { tempDir } from "../../support/temp-dir.js";
import { withNextTurn } from "./conversation.js";
import { startSender, wireNames } from "./sender.js";

const dir = tempDir();
const fake = await startFakeProviders();
afterAll(async () => {
  await fake.close();
  dir.remove();
});

/** What ends a body behind the conversation. */
const ending = /[\]}]*$/;

/** The only request of a name, as text. */
function bodyOf(name: string): string {
  const [exchange, ...others] = fake.exchangesOf(name) as readonly Exchange[];
  expect(others).toEqual([]);
  expect(exchange?.refusal?.message).toBeUndefined();
  return exchange?.request.bytes.toString() ?? "";
}

/** The signatures that a wire issues for a reply. */
function signaturesOf(wire: WireName, reply: keyof typeof replies): string[] {
  const found: string[] = [];
  const ledger = createLedger();
  const watched = {
    ...ledger,
    sign: (issued: Parameters<typeof ledger.sign>[0]) => {
      const value = ledger.sign(issued);
      found.push(value);
      return value;
    },
  };
  fakeWire(wire).stream(replies[reply], watched);
  return found;
}

function fakeWire(name: WireName) {
  const wire = fake.exchanges().find((exchange) => exchange.wire?.name === name)?.wire;
  if (wire === undefined) throw new Error(`Nobody asked over ${name}.`);
  return wire;
}

describe.each(wireNames)("the conversation over %s", (wire) => {
  test.each(["rich", "interleaved"] as const)(
    "with the reply %s is saved, loaded by another server and sent on: all bytes up to the new messages are those sent before, signatures too",
    { timeout: 60_000 },
    async (reply) => {
      const name = `${wire}-${reply}`;
      const first = await startSender({ fake, dir });
      const uri = await first.open(wire, `Begin. fake:${reply}/none/${name}-1`);
      const file = new URL(uri).pathname;
      expect((await first.send(uri)).state).toBe("done");
      await first.client.change(uri, withNextTurn(first.client.text(uri), `On. fake:${reply}/none/${name}-2`));
      expect((await first.send(uri)).state).toBe("done");
      dir.write(file.slice(dir.path.length + 1), withNextTurn(first.client.text(uri), `And on. fake:hello/none/${name}-3`));
      await first.stop();

      const second = await startSender({ fake, dir });
      await second.client.open(uri, readFileSync(file, "utf8"));
      expect((await second.send(uri)).state).toBe("done");
      await second.stop();

      const bodies = [1, 2, 3].map((turn) => bodyOf(`${name}-${turn}`));
      const [one = "", two = "", three = ""] = bodies;
      expect(two.startsWith(one.replace(ending, ""))).toBe(true);
      expect(three.startsWith(two.replace(ending, ""))).toBe(true);
      const text = readFileSync(file, "utf8");
      for (const signature of signaturesOf(wire, reply)) {
        expect(three.split(signature)).toHaveLength(3);
        // What is signed over the Responses wire is a whole item, which stands in a document in base64.
        if (wire === "anthropic" || wire === "gemini") expect(text.split(signature)).toHaveLength(3);
      }
      if (reply === "rich") expect(three.replaceAll('\\"', '"').split('"limit": 12345678901234567890, "ratio": 1.0')).toHaveLength(3);
    },
  );
});
