import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { createReplyWriter } from "../../server/src/send/reply.js";
import { type InterruptedReply, restoreReply } from "../../server/src/send/restore-reply.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";

const sent = "@System:\nBe brief.\n\n@You:\nTell me about rivers.\n";
const body = [
  "Rivers run downhill, and most of them reach a sea.",
  "",
  "- The longest one is the Nile, say some people.",
  "- The widest one is the Amazon, say all of them.",
  "",
  "Ask me for more of that, if you like.",
].join("\n");
const whole = `\n@Assistant:\n${body}`;
const mark = "<!-- flemma:aborted: Connection closed before the reply was complete. -->\n";

function replyTo(text: string, given: Partial<InterruptedReply> = {}): InterruptedReply {
  return {
    text: whole,
    before: text
      .split(/(?<=\n)/)
      .slice(-3)
      .join(""),
    length: text.length,
    isComplete: false,
    ...given,
  };
}

/** The text once the reply is restored; undefined when nothing is missing. */
function restored(text: string, reply: InterruptedReply = replyTo(sent)): string | undefined {
  const restoration = restoreReply(text, reply);
  return restoration && applyEdits(text, [restoration.edit]);
}

describe("a document that was not edited gets what it lacks, byte for byte", () => {
  const cuts = Array.from({ length: whole.length }, (_, at) => at);

  test("whatever it has of the reply", () => {
    for (const cut of cuts) {
      const text = sent + whole.slice(0, cut);
      expect(restored(text)).toBe(`${sent}${whole}\n\n${mark}`);
      expect(restoreReply(text, replyTo(sent))).toMatchObject({ isPlaced: true, missing: expect.stringMatching(/\.$/) });
    }
  });

  test("and the line end that an editor added when it saved", () => {
    for (const cut of cuts.slice(20)) {
      const text = restored(`${sent}${whole.slice(0, cut)}\n`);
      expect(text?.replaceAll("\n", "")).toBe(`${sent}${whole}\n\n${mark}`.replaceAll("\n", ""));
    }
  });

  test("with its own line ends, though the journal has others", () => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    expect(restored(crlf(sent + whole.slice(0, 40)))).toBe(crlf(`${sent}${whole}\n\n${mark}`));
    expect(restored(sent + whole.slice(0, 40), replyTo(crlf(sent), { text: crlf(whole) }))).toBe(`${sent}${whole}\n\n${mark}`);
  });

  test("and the end of a complete reply, without a mark", () => {
    const text = `${whole}\n\n@You:\n`;
    for (const cut of cuts) expect(restored(sent + text.slice(0, cut), replyTo(sent, { text, isComplete: true }))).toBe(sent + text);
  });

  test("in the place of the mark that stands for it", () => {
    for (const cut of cuts.slice(13)) {
      const ended = `${sent}${whole.slice(0, cut)}\n\n<!-- flemma:aborted: The connection closed. -->\n`;
      expect(restored(ended)).toBe(`${sent}${whole}\n\n${mark}`);
    }
  });

  test("with the fence closed that the cut left open", () => {
    const text = "\n@Assistant:\nLook:\n````lua\nlocal x = 1\n```\nmore";
    const closed = `${sent}${text}\n\`\`\`\`\n\n${mark}`;
    expect(restored(sent, replyTo(sent, { text }))).toBe(closed);
    expect(restored(`${sent}${text.slice(0, -20)}`, replyTo(sent, { text }))).toBe(closed);
    const marked = `${sent}${text.slice(0, -4)}\`\`\`\`\n\n${mark}`;
    expect(restored(marked, replyTo(sent, { text }))).toBe(closed);
    expect(parseDocument(`${closed}\n@You:\nGo on.\n`).messages).toHaveLength(4);
  });
});

describe("nothing is put in", () => {
  test("when a complete reply is there, edited or not", () => {
    const reply = replyTo(sent, { text: `${whole}\n\n@You:\n`, isComplete: true });
    expect(restored(`${sent}${whole}\n\n@You:\n`, reply)).toBeUndefined();
    expect(restored(`${sent}${whole}\n\n@You:\nAnd now?\n`, reply)).toBeUndefined();
    expect(restored(`${sent}${whole.replace("Nile", "Rhine")}\n\n@You:\nAnd now?\n`, reply)).toBeUndefined();
  });

  test("when all that came of an aborted one is there, with its mark", () => {
    expect(restored(`${sent}${whole}\n\n<!-- flemma:aborted: Something else. -->\n`)).toBeUndefined();
    expect(restored(`${sent}${whole}\n\n${mark}\n@You:\nGo on.\n`)).toBeUndefined();
  });

  test("when nothing but the marker came", () => {
    expect(restored(sent, replyTo(sent, { text: "\n@Assistant:\n" }))).toBeUndefined();
  });
});

test("a document that lacks only the mark gets it, and is said to lack no text", () => {
  expect(restored(sent + whole)).toBe(`${sent}${whole}\n\n${mark}`);
  expect(restoreReply(sent + whole, replyTo(sent))?.missing).toBe("");
  const cancelled = replyTo(sent, { text: `${whole}\n\n${mark}`, isComplete: true });
  expect(restoreReply(sent + whole, cancelled)?.missing).toBe("");
  expect(restored(sent + whole, cancelled)).toBe(`${sent}${whole}\n\n${mark}`);
});

describe("a document that was edited meanwhile", () => {
  const part = whole.slice(0, 130);

  test("above: the reply is found by the lines before it", () => {
    const above = sent.replace("Be brief.", "Be very brief.\nAnd kind.");
    for (const cut of [0, 5, 13, 14, 20, 60, 130, 180]) expect(restored(above + whole.slice(0, cut))).toBe(`${above}${whole}\n\n${mark}`);
  });

  test("in the lines right above: the reply is found by itself", () => {
    const above = sent.replace("rivers", "streams");
    for (const cut of [14, 20, 60, 130, 180]) expect(restored(above + whole.slice(0, cut))).toBe(`${above}${whole}\n\n${mark}`);
  });

  test("in what came: it stays edited, and the rest follows", () => {
    const edited = part.replace("downhill", "uphill, sometimes").replace("Nile", "Rhine");
    expect(restored(sent + edited)).toBe(`${sent}${edited}${whole.slice(130)}\n\n${mark}`);
  });

  test("in the very line that was cut", () => {
    expect(restored(sent + part.replace("widest one", "wide one"))).toBe(
      `${sent}${part.replace("widest one", "wide one")}${whole.slice(130)}\n\n${mark}`,
    );
  });

  test("by taking lines out, which do not come back", () => {
    const edited = part.replace("\n- The longest one is the Nile, say some people.", "");
    expect(restored(sent + edited)).toBe(`${sent}${edited}${whole.slice(130)}\n\n${mark}`);
  });

  test("by writing below: that stays below", () => {
    const turn = "\n\n@You:\nWhat happened?\n";
    expect(restored(sent + part + turn)).toBe(`${sent}${whole}\n\n${mark}${turn}`);
    expect(restored(`${sent}${part}\n\n<!-- flemma:aborted: Gone. -->\n${turn}`)).toBe(`${sent}${whole}\n\n${mark}${turn}`);
    expect(restored(`${sent}\n@You:\nWhat happened?\n`)).toBe(`${sent}${whole}\n\n${mark}\n@You:\nWhat happened?\n`);
  });

  test("by a turn below a complete reply: there is no second one to write in", () => {
    const reply = replyTo(sent, { text: `${whole}\n\n@You:\n`, isComplete: true });
    expect(restored(`${sent}${part}\n\n@You:\nGo on.\n`, reply)).toBe(`${sent}${whole}\n\n@You:\nGo on.\n`);
  });

  test("by writing on at the cut: the line stays whole", () => {
    const text = restored(`${sent}${part} WHAT WAS THAT, I wonder? Is it over already?\nAnd more of mine.\n`);
    expect(text).toContain(`${part} WHAT WAS THAT, I wonder? Is it over already?\n`);
    expect(text).toContain(whole.slice(130));
    expect(text).toContain("\nAnd more of mine.\n");
  });

  test("by another reply in the same place: the interrupted one comes whole", () => {
    const other = `${sent}\n@Assistant:\nRivers? I know none at all, sorry about that.\n\n@You:\n`;
    const text = restored(other);
    expect(text).toContain(whole);
    expect(text).toContain("\n@Assistant:\nRivers? I know none at all, sorry about that.\n\n@You:\n");
  });
});

test("of turns that are alike, the one that was answered gets its reply", () => {
  const twice = `${sent}${whole}\n\n${sent.slice(sent.indexOf("@You"))}`;
  for (const above of ["", "@System:\nMore.\n\n"]) {
    const text = above + twice;
    expect(restored(text, replyTo(twice))).toBe(`${text}${whole}\n\n${mark}`);
    expect(restored(text + whole.slice(0, 99), replyTo(twice))).toBe(`${text}${whole}\n\n${mark}`);
  }
});

test("without any trace of its place, a reply goes to the end", () => {
  const restoration = restoreReply("@You:\nSomething else altogether", replyTo(sent));
  expect(restoration).toMatchObject({ isPlaced: false });
  expect(restored("@You:\nSomething else altogether")).toBe(`@You:\nSomething else altogether\n\n@Assistant:\n${body}\n\n${mark}`);
  expect(restored("")).toBe(`@Assistant:\n${body}\n\n${mark}`);
});

describe("for any reply, cut anywhere", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("", "@You:", "```", "````lua", "same line", "- item", "😀😀", "**Tool Use:** `a` (`b`)", "\t "),
  );
  const lines = fc.array(line, { minLength: 1, maxLength: 12 }).map((all) => all.join("\n"));

  test("the document gets the reply byte for byte, can be sent, and lacks nothing then", () => {
    fc.assert(
      fc.property(lines, lines, fc.nat(), fc.nat(), fc.boolean(), (question, answer, at, shown, isComplete) => {
        const above = `@You:\nQ ${question}\n`;
        const writer = createReplyWriter(above, "\n");
        const text = writer.push({ kind: "text", text: `A${answer}` }) + (isComplete ? writer.finish() : "");
        const first = text.indexOf("@Assistant:\n") + "@Assistant:\nA".length;
        const kept = isComplete ? text : text.slice(0, first + (at % (text.length - first + 1)));
        const reply = replyTo(above, { text: kept, isComplete });
        const document = above + kept.slice(0, shown % (kept.length + 1));
        const result = restored(document, reply) ?? document;
        // White space alone is nothing to miss.
        expect(result.startsWith((above + kept).trimEnd())).toBe(true);
        expect(restored(result, reply)).toBeUndefined();
        const next = parseDocument(`${result}\n@You:\nGo on.\n`).messages;
        expect(next.at(-1)?.message.role).toBe("You");
      }),
      { numRuns: 2000 },
    );
  });

  test("a long document is no trouble", () => {
    const text = `\n@Assistant:\n${"The same line again and again.\n".repeat(40_000)}`;
    const document = `@You:\n${"Hi\n".repeat(40_000)}`;
    const reply = replyTo(document, { text });
    expect(restored(document + text.slice(0, 600_000).replace("same", "edited"), reply)?.length).toBeGreaterThan(1_200_000);
  });
});
