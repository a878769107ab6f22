import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { applyEdits, replacement, type TextEdit } from "../../server/src/base/text-edit.js";
import {
  createDocumentWriter,
  type DocumentWriter,
  type EditAnswer,
  type WritableDocument,
} from "../../server/src/send/document-writer.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An editor with one document, whose change notifications come back after a while. */
interface Editor {
  readonly document: WritableDocument;
  readonly requests: readonly string[];
  text(): string;
  /** What the person does: the edit is made and reported at once. */
  type(edit: TextEdit): void;
  close(): void;
  /** How often the writer told that the editor refuses. */
  refusals: number;
  attach(writer: DocumentWriter): void;
}

/** How an editor answers the request to insert a text; `make` makes the edit and reports it. */
type Answer = (make: () => void, request: number, canWait?: boolean) => Promise<EditAnswer>;

const at = (offset: number, newText: string): TextEdit => ({ span: { start: offset, end: offset }, newText });
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Versions are checked as editors do: an edit for a text that has changed meanwhile is refused by `answer`. */
function editor(
  initial: string,
  answer: Answer,
  report: (edit: TextEdit, before: string) => TextEdit[] = (edit) => [edit],
  change: (text: string, request: number) => string = (text) => text,
): Editor {
  let text = initial;
  let isOpen = true;
  let writer: DocumentWriter | undefined;
  const requests: string[] = [];
  function apply(edit: TextEdit): void {
    const before = text;
    for (const step of report(edit, before)) {
      text = applyEdits(text, [step]);
      writer?.changed([step]);
    }
    expect(text).toBe(applyEdits(before, [edit]));
  }
  return {
    requests,
    refusals: 0,
    text: () => text,
    type: apply,
    close: () => {
      isOpen = false;
    },
    attach: (attached) => {
      writer = attached;
    },
    document: {
      text: () => text,
      isOpen: () => isOpen,
      edit: async ({ span, newText, canWait }) => {
        requests.push(newText);
        const own = change(newText, requests.length);
        return answer(() => apply({ span, newText: own }), requests.length, canWait);
      },
    },
  };
}

const obedient: Answer = async (make) => {
  await later(5);
  make();
  return true;
};

function open(made: Editor, anchor = made.text().length): DocumentWriter {
  const writer = createDocumentWriter(made.document, { anchor, pace: "live", onRefused: () => made.refusals++ });
  made.attach(writer);
  return writer;
}

async function settled(writer: DocumentWriter): Promise<boolean> {
  const result = writer.settle();
  await vi.runAllTimersAsync();
  return result;
}

describe("a writer", () => {
  test("writes in order, with one edit on its way at a time", async () => {
    const made = editor("ab", obedient);
    const writer = open(made, 1);
    for (const piece of ["1\n", "2", "3"]) writer.write(piece);
    expect(made.requests).toEqual(["1\n"]);
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a1\n23b");
    expect(made.requests).toEqual(["1\n", "23"]);
  });

  test("tells how much of the reply has arrived, and of nothing before it has", async () => {
    const told: number[] = [];
    const made = editor("a", async (make, request) => {
      if (request === 1) return false;
      return obedient(make, request);
    });
    const writer = createDocumentWriter(made.document, { anchor: 1, pace: "live", onArrived: (units) => told.push(units), onRefused() {} });
    made.attach(writer);
    writer.write("12\n");
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual([3]);
    writer.write("345\n");
    await settled(writer);
    expect(told).toEqual([3, 7]);
    expect(made.text()).toBe("a12\n345\n");
  });

  test("has nothing to wait for when nothing was written", async () => {
    expect(await settled(open(editor("", obedient)))).toBe(true);
  });

  test.each([
    ["above", 0, "Xa1b"],
    ["at the anchor, where it stays below the reply", 1, "a1Xb"],
    ["below", 2, "a1bX"],
  ])("leaves alone what is typed %s", async (_, offset, expected) => {
    const made = editor("ab", obedient);
    const writer = open(made, 1);
    made.type(at(offset, "X"));
    writer.write("1");
    await settled(writer);
    expect(made.text()).toBe(expected);
  });

  test("goes on at the cut when the end of the reply was deleted", async () => {
    const made = editor("a|", obedient);
    const writer = open(made);
    writer.write("12345");
    await settled(writer);
    made.type({ span: { start: 5, end: 7 }, newText: "" });
    writer.write("6");
    await settled(writer);
    expect(made.text()).toBe("a|1236");
  });

  test("stops when all that was written is deleted: it is not wanted", async () => {
    const made = editor("a|", obedient);
    const writer = open(made);
    writer.write("123");
    await settled(writer);
    expect(writer.isUnwanted()).toBe(false);
    made.type({ span: { start: 2, end: 5 }, newText: "" });
    writer.write("4");
    expect(await settled(writer)).toBe(true);
    expect(writer.isUnwanted()).toBe(true);
    expect(made.text()).toBe("a|");
  });
});

test("edits are at least 50 ms apart: every one is a step of undo", async () => {
  const made = editor("", obedient);
  const writer = open(made);
  for (let count = 0; count < 100; count++) {
    writer.write("x");
    await vi.advanceTimersByTimeAsync(5);
  }
  expect(await settled(writer)).toBe(true);
  expect(made.text()).toBe("x".repeat(100));
  expect(made.requests.length).toBeLessThanOrEqual(11);
});

describe("an editor that does not obey", () => {
  test("refuses at first: the text is asked for again", async () => {
    const made = editor("a", async (make, request) => (request < 4 ? false : obedient(make, request)));
    const writer = open(made);
    writer.write("1");
    writer.write("2");
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a12");
  });

  test("refuses for ever: the writer gives up, and says so", async () => {
    const made = editor("a", async () => false);
    const writer = open(made);
    writer.write("1");
    expect(await settled(writer)).toBe(false);
    expect(made.requests.length).toBeLessThan(20);
    expect(made.text()).toBe("a");
  });

  test("answers with an error: the text is asked for again", async () => {
    const made = editor("a", async (make, request) => (request === 1 ? Promise.reject(new Error("no")) : obedient(make, request)));
    const writer = open(made);
    writer.write("1");
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a1");
  });

  test("says yes and drops the edit: the text is asked for again", async () => {
    const made = editor("a", async (make, request) => (request % 2 === 1 ? true : obedient(make, request)));
    const writer = open(made);
    for (const piece of ["1", "2", "3"]) {
      writer.write(piece);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a123");
  });

  test("makes the edit so late that it was given up: it is not made twice", async () => {
    const made = editor("a", async (make, request) => {
      if (request > 1) return obedient(make, request);
      setTimeout(make, 720);
      return true;
    });
    const writer = open(made);
    writer.write("one");
    await vi.advanceTimersByTimeAsync(730);
    writer.write("two");
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("aonetwo");
  });

  test("answers before or after it reports the change", async () => {
    for (const [answerAfter, reportAfter] of [
      [0, 300],
      [300, 0],
    ] as const) {
      const made = editor("a", async (make) => {
        setTimeout(make, reportAfter);
        await later(answerAfter);
        return true;
      });
      const writer = open(made);
      writer.write("1");
      writer.write("2");
      expect(await settled(writer)).toBe(true);
      expect(made.text()).toBe("a12");
    }
  });

  test("closes the document: nothing more is asked for, and the wait is short", async () => {
    const made = editor("a", async () => true);
    const writer = open(made);
    writer.write("1\n");
    made.close();
    let isSettled = false;
    void writer.settle().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(isSettled).toBe(true);
    expect(made.requests).toEqual(["1\n"]);
  });
});

describe("an editor that reports in its own way", () => {
  const whole = (edit: TextEdit, before: string): TextEdit[] => [replacement(before, applyEdits(before, [edit]))];
  const twoSteps = ({ span, newText }: TextEdit): TextEdit[] => {
    const half = Math.floor(newText.length / 2);
    return [
      { span, newText: newText.slice(0, half) },
      { span: { start: span.start + half, end: span.start + half }, newText: newText.slice(half) },
    ];
  };
  const withTransient = (edit: TextEdit): TextEdit[] => [
    at(0, "transient\n"),
    { span: { start: edit.span.start + 10, end: edit.span.end + 10 }, newText: edit.newText },
    { span: { start: 0, end: 10 }, newText: "" },
  ];

  test.each([
    ["as what differs in the whole text", whole],
    ["in two steps", twoSteps],
    ["with lines that come and go", withTransient],
  ])("%s: the text arrives once", async (_, report) => {
    for (const [above, below] of [
      ["a\n", ""],
      ["ab", "ac"],
      ["x", "\n\n"],
    ] as const) {
      const made = editor(above + below, obedient, report);
      const writer = open(made, above.length);
      for (const piece of ["ab", "ab\n", "\n", "c"]) {
        writer.write(piece);
        await vi.advanceTimersByTimeAsync(1100);
      }
      expect(await settled(writer)).toBe(true);
      expect(made.text()).toBe(`${above}abab\n\nc${below}`);
      expect(made.requests.join("")).toBe("abab\n\nc");
    }
  });

  test("the same text stood below already: seeing it proves nothing", async () => {
    const made = editor("a|ab", async (make, request) => (request === 1 ? true : obedient(make, request)), whole);
    const writer = open(made, 2);
    writer.write("ab");
    await vi.advanceTimersByTimeAsync(10);
    made.type(at(0, "typed "));
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("typed a|abab");
  });
});

test("a hundred thousand pieces at once are looked at once", () => {
  const made = editor("", obedient);
  const writer = createDocumentWriter(made.document, { anchor: 0, pace: "paragraph", onRefused() {} });
  const split = vi.spyOn(String.prototype, "matchAll");
  for (let count = 0; count < 100_000; count++) writer.write("word ");
  expect(split.mock.calls.length).toBeLessThan(3);
  split.mockRestore();
});

describe("an editor that takes a reply later, for nobody looks at its document", () => {
  /** Takes what it may not put off, and everything once somebody looks. */
  const covered =
    (isShown: () => boolean): Answer =>
    async (make, _, canWait) => {
      if (canWait && !isShown()) return "later";
      make();
      return true;
    };

  test("is asked once a second, and gets the rest in one edit", async () => {
    const made = editor(
      "text\n",
      covered(() => false),
    );
    const writer = open(made);
    for (let second = 0; second < 30; second++) {
      writer.write(`${second}\n`);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(made.text()).toBe("text\n");
    expect(made.requests.length).toBeLessThan(20);
    expect(made.refusals).toBe(0);
    const before = made.requests.length;
    expect(await settled(writer)).toBe(true);
    expect(made.requests.length).toBe(before + 1);
    expect(made.text()).toBe(`text\n${Array.from({ length: 30 }, (_, second) => `${second}\n`).join("")}`);
  });

  test("gets it as it comes as soon as somebody looks", async () => {
    let isShown = false;
    const made = editor(
      "",
      covered(() => isShown),
    );
    const writer = open(made);
    writer.write("one\n");
    await vi.advanceTimersByTimeAsync(3000);
    expect(made.text()).toBe("");
    isShown = true;
    await vi.advanceTimersByTimeAsync(1500);
    expect(made.text()).toBe("one\n");
    writer.write("two\n");
    await vi.advanceTimersByTimeAsync(200);
    expect(made.text()).toBe("one\ntwo\n");
    expect(await settled(writer)).toBe(true);
  });

  test("gets it where it belongs, though the person typed above meanwhile", async () => {
    const made = editor(
      "a\n",
      covered(() => false),
    );
    const writer = open(made);
    writer.write("one\n");
    await vi.advanceTimersByTimeAsync(1500);
    made.type(at(0, "above "));
    writer.write("two\n");
    await vi.advanceTimersByTimeAsync(100);
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("above a\none\ntwo\n");
  });
});

describe("an editor that refuses for long", () => {
  test("is told of once, and gets what was kept as soon as its text changes", async () => {
    let isWilling = false;
    const made = editor("a\n", async (make, request) => (isWilling ? obedient(make, request) : false));
    const writer = open(made);
    writer.write("one\n");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(made.refusals).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(made.refusals).toBe(1);
    const asked = made.requests.length;
    writer.write("two\n");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made.requests).toHaveLength(asked);
    made.type(at(0, "X"));
    await vi.advanceTimersByTimeAsync(100);
    expect(made.requests.length).toBe(asked + 1);
    isWilling = true;
    made.type(at(0, "Y"));
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("YXa\none\ntwo\n");
    expect(made.refusals).toBe(1);
  });

  test("is asked once more at the end", async () => {
    const made = editor("a\n", async () => false);
    const writer = open(made);
    writer.write("one\n");
    await vi.advanceTimersByTimeAsync(12_000);
    const asked = made.requests.length;
    expect(await settled(writer)).toBe(false);
    expect(made.requests).toHaveLength(asked + 1);
  });

  test("and never answers at all, does not hold up the end for ever", async () => {
    const made = editor("a\n", () => new Promise(() => {}));
    const writer = open(made);
    writer.write("one\n");
    expect(await settled(writer)).toBe(false);
    expect(made.requests).toHaveLength(1);
  });
});

describe("a reply that somebody deletes", () => {
  const marked = "\n@Assistant:\nHello\n";

  test.each([
    ["from its marker on, but not the empty line above it", { start: 3, end: 21 }, "a\n\n"],
    ["by its marker alone", { start: 3, end: 15 }, "a\n\nHello\n"],
    ["with text around it", { start: 0, end: 21 }, ""],
  ])("%s is not wanted any more", async (_, span, expected) => {
    const made = editor("a\n", obedient);
    const writer = open(made);
    writer.write(marked);
    await vi.advanceTimersByTimeAsync(100);
    expect(made.text()).toBe(`a\n${marked}`);
    made.type({ span, newText: "" });
    expect(writer.isUnwanted()).toBe(true);
    writer.write("more\n");
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe(expected);
  });

  test("but for its marker goes on", async () => {
    const made = editor("a\n", obedient);
    const writer = open(made);
    writer.write(marked);
    await vi.advanceTimersByTimeAsync(100);
    made.type(at(3, "X\n"));
    made.type({ span: { start: 17, end: 23 }, newText: "" });
    writer.write("more\n");
    expect(await settled(writer)).toBe(true);
    expect(writer.isUnwanted()).toBe(false);
    expect(made.text()).toBe("a\n\nX\n@Assistant:\nmore\n");
  });

  test("while an edit is on its way leaves nothing of that edit", async () => {
    const made = editor("a\n", async (make, request) => {
      await later(request === 2 ? 300 : 5);
      make();
      return true;
    });
    const writer = open(made);
    writer.write(marked);
    await vi.advanceTimersByTimeAsync(100);
    writer.write("more\n");
    await vi.advanceTimersByTimeAsync(10);
    made.type({ span: { start: 2, end: 21 }, newText: "" });
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a\n");
  });
});

describe("an editor that writes in its own way", () => {
  test("with its own line ends: that is the same text", async () => {
    const made = editor("a", obedient, undefined, (text) => text.replaceAll("\n", "\r\n"));
    const writer = open(made);
    for (const piece of ["\n\none\n", "two\n"]) {
      writer.write(piece);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a\r\n\r\none\r\ntwo\r\n");
    expect(made.requests).toEqual(["\n\none\n", "two\n"]);
  });

  const laterOn = (edit: TextEdit, before: string): TextEdit[] => {
    const after = applyEdits(before, [edit]);
    let end = 0;
    while (before.at(-1 - end) === after.at(-1 - end) && end < before.length) end++;
    return [
      { span: { start: before.length - end, end: before.length - end }, newText: after.slice(before.length - end, after.length - end) },
    ];
  };
  const sooner = (edit: TextEdit, before: string): TextEdit[] => [replacement(before, applyEdits(before, [edit]))];

  test.each([
    ["as soon as the texts differ", sooner],
    ["where their ends are the same no more", laterOn],
  ])("with a line end behind the last line, and reports what is new %s: the text arrives once", async (_, report) => {
    for (const start of ["a", "a\n", "a\n\n"]) {
      const made = editor(start, obedient, report, (text) => (text.endsWith("\n") ? text : `${text}\n`));
      const writer = open(made);
      for (const piece of ["\n@Assistant:\n", "a", "bc", " d\n", "\n", "\nend\n"]) {
        writer.write(piece);
        await vi.advanceTimersByTimeAsync(1100);
      }
      expect(await settled(writer)).toBe(true);
      // What each edit lacked stands below the reply.
      expect(made.text().startsWith(`${start}\n@Assistant:\nabc d\n\n\nend\n`)).toBe(true);
      expect(made.text().slice(start.length).replaceAll("\n", "")).toBe("@Assistant:abc dend");
      expect(made.requests.join("")).toBe("\n@Assistant:\nabc d\n\n\nend\n");
    }
  });

  test("without blanks at line ends: it is not written twice, and put right by one edit at the end", async () => {
    const bare = (text: string, request: number): string => (request > 2 ? text : text.replaceAll(" \n", "\n"));
    const made = editor("a\n", obedient, undefined, bare);
    const writer = open(made);
    for (const piece of ["hello \n", "world \n"]) {
      writer.write(piece);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(made.text()).toBe("a\nhello\nworld\n");
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a\nhello \nworld \n");
    expect(made.requests).toHaveLength(3);
  });

  test("and together with what somebody types into it: nothing is put right over their text", async () => {
    const made = editor("a\n", obedient, undefined, (text) => text.replaceAll(" \n", "\n"));
    const writer = open(made);
    writer.write("hello \n");
    await vi.advanceTimersByTimeAsync(100);
    made.type(at(4, "X"));
    expect(await settled(writer)).toBe(true);
    expect(made.text()).toBe("a\nheXllo\n");
  });
});
