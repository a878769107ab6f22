import fc from "fast-check";
import { expect, test } from "vitest";
import { filePlaces } from "../../../server/src/features/files/file-places.js";
import { pathSlot } from "../../../server/src/features/files/path-slot.js";
import { slotCompletions, slotFolder } from "../../../server/src/features/files/slot-completions.js";
import type { PathSlot } from "../../../server/src/features/files/slots.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";

/** Texts that are full of unfinished references and includes. */
const pieces = [
  "@./",
  "@../",
  "@//",
  "@~/",
  "a",
  "b c",
  "%20",
  ";type=",
  ";x=",
  "'",
  '"',
  "include",
  "(",
  ")",
  "/",
  ".",
  "..",
  "\\",
].concat([
  "{{ ",
  " }}",
  "{% ",
  " %}",
  "[symbols.MIME] = ",
  "```\n",
  "\n",
  "\r\n",
  "@You:\n",
  "@Assistant:\n",
  "urn:flemma:personality:",
  "é",
  "😀",
]);
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => `@You:\n${all.join("")}`);
const names = ["it's (1).md", "docs/", ".env", '"quoted"\\ %41;x=1'];

function wordsOf(slot: PathSlot): { start: number; end: number }[] {
  return "name" in slot ? [slot.name, slot.path] : [slot.word];
}

test("a slot in any text holds the cursor, on one line, and so does what is suggested there", () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, at) => {
      const { document } = createSnapshot("file:///chats/a.chat", 1, text);
      const offset = at % (text.length + 1);
      const slot = pathSlot(document, offset);
      if (slot === undefined) return;
      const spans = [...wordsOf(slot), ...slotCompletions(slot, { names, personalities: ["p"] }).items.map(({ span }) => span)];
      for (const { start, end } of spans) {
        expect(start).toBeLessThanOrEqual(offset);
        expect(end).toBeGreaterThanOrEqual(offset);
        expect(text.slice(start, end)).not.toMatch(/[\r\n]/);
      }
      expect(slotFolder(slot, { dirname: "/chats", home: "/home" })?.startsWith("/")).not.toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test("a name that is chosen for a reference, or in an include, is the one that the text then names", () => {
  fc.assert(
    fc.property(
      fc
        .string({ unit: fc.constantFrom(..."ab .%;=()[]{}<>'\"`\\#?!,:é😀“”\t") })
        .filter((name) => name.trim() === name && /[ab]/.test(name)),
      fc.constantFrom("@You:\nsee @./‸, and more\n", "@You:\n{{ include('x/‸') }}\n", '```lua\nx = include("‸")\n```\n'),
      (name, marked) => {
        const offset = marked.indexOf("‸");
        const text = marked.replace("‸", "");
        const slot = pathSlot(createSnapshot("file:///chats/a.chat", 1, text).document, offset);
        const typed = name.startsWith(".") && slot?.kind !== "prefix" ? { ...slot, typed: "." } : slot;
        const { items } = slotCompletions(typed as PathSlot, { names: [name], personalities: [] });
        const item = items.find(({ label }) => label === name);
        if (item === undefined) throw new Error("not offered");
        const after = text.slice(0, item.span.start) + item.newText + text.slice(item.span.end);
        const found = filePlaces(createSnapshot("file:///chats/a.chat", 1, after).document);
        expect(found.map(({ path }) => path.replace(/^(?:\.|x)\//, ""))).toEqual([name]);
      },
    ),
  );
});
