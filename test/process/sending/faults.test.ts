import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type FaultName, faults } from "../../support/fake-providers/faults.js";
import { replies } from "../../support/fake-providers/replies.js";
import type { Exchange } from "../../support/fake-providers/server.js";
import type { WireName } from "../../support/fake-providers/wire.js";
import { givenBackIn, isAborted, saidBy, withNextTurn } from "./conversation.js";
import { outcomes } from "./outcomes.js";
import { type Sender, startSender, wireNames } from "./sender.js";

/** A send with a fault, and another one after it. */
interface Course {
  readonly before: string;
  /** The document after the first reply. */
  readonly after: string;
  readonly state: string;
  /** The requests of the first send, and that of the second. */
  readonly first: readonly Exchange[];
  readonly second: readonly Exchange[];
  readonly secondState: string;
}

let sender: Sender;
beforeAll(async () => {
  sender = await startSender();
});
afterAll(() => sender?.stop());

async function course(wire: WireName, { reply, fault }: { readonly reply: string; readonly fault: string }): Promise<Course> {
  const name = `${wire}-${reply}-${fault}`;
  const { client, fake } = sender;
  const patience = fault.startsWith("hang") ? { timeout: 1, idle_timeout: 0.5 } : { idle_timeout: 20 };
  const uri = await sender.open(wire, `fake:${reply}/${fault}/${name}`, patience);
  const before = client.text(uri);
  const { state } = await sender.send(uri);
  const after = client.text(uri);
  const first = [...fake.exchangesOf(name)];
  await client.change(uri, withNextTurn(after, `Go on. fake:hello/none/${name}-again`));
  const { state: secondState } = await sender.send(uri);
  await client.close(uri);
  return { before, after, state, first, second: fake.exchangesOf(`${name}-again`), secondState };
}

const faultNames = Object.keys(faults) as FaultName[];
const others = Object.entries(replies).filter(([reply]) => reply !== "rich");
const patient = { timeout: 60_000 };

// Side by side, for most of a send is waiting.
vi.setConfig({ maxConcurrency: 24 });

describe.each(wireNames)("over %s", { concurrent: true }, (wire) => {
  describe("each fault loses no text, doubles none, and leaves a document that can be sent again:", () => {
    test.each(faultNames)("%s", patient, async (fault) => {
      const { written, requests } = outcomes[fault];
      const { before, after, state, first, second, secondState } = await course(wire, { reply: "rich", fault });
      const said = saidBy(replies.rich, wire);
      expect([state, isAborted(after)]).toEqual([written === "all" ? "done" : "failed", written === "delivered"]);
      expect(first.map(({ refusal }) => refusal?.message)).toEqual(first.map(() => undefined));
      if (requests !== undefined) expect(first).toHaveLength(requests);
      if (written === "nothing") expect(after).toBe(before);
      else expect(after.startsWith(`${before}\n@Assistant:\n`)).toBe(true);
      expect(second.map(({ refusal }) => refusal?.message)).toEqual([undefined]);
      expect(secondState).toBe("done");
      const back = givenBackIn(second[0] as Exchange);
      if (written === "all") expect(back).toEqual(said);
      if (written === "delivered") {
        expect(back.text).toBe((first.at(-1)?.text ?? "").replace(/\s+/g, ""));
        expect(said.thinking.join("\n").startsWith(back.thinking.join("\n"))).toBe(true);
        expect(said.tools.slice(0, back.tools.length)).toEqual(back.tools);
      }
      if (fault === "redirect") expect(sender.fake.exchanges().some(({ request }) => request.path.startsWith("/elsewhere"))).toBe(false);
    });
  });

  describe("each reply comes whole into the document, and goes back as it came:", () => {
    test.each(others)("%s", patient, async (reply, content) => {
      const { before, after, state, second, secondState } = await course(wire, { reply, fault: "none" });
      expect(state).toBe(reply === "blocked" ? "failed" : "done");
      expect(after.startsWith(`${before}\n@Assistant:\n`)).toBe(true);
      expect(second.map(({ refusal }) => refusal?.message)).toEqual([undefined]);
      expect(secondState).toBe("done");
      expect(givenBackIn(second[0] as Exchange)).toEqual(saidBy(content, wire));
    });
  });
});
