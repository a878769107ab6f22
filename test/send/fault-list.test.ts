import { describe, expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { faultList } from "../../server/src/send/fault-list.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { tempDir } from "../support/temp-dir.js";

/** The list of everything that is wrong with a text, hints left out. */
function list(text: string, folder = "/chats"): string {
  const evaluated = evaluateText(text, surroundingsOf(folder, "a.chat"));
  const faults = diagnostics(evaluated).filter(({ severity }) => severity === "error" || severity === "warning");
  return faultList({ evaluated, faults, nameOf: (path = "a.chat") => path.replace(`${folder}/`, "") });
}

describe("faults for a person", () => {
  test("come in groups, whatever their order in the text, each on a line with file and line", () => {
    const text = [
      "```lua",
      "x = 1 +",
      "```",
      "@Oops:",
      "@You:",
      "@./missing.txt {{ error('x') }}",
      "@You:",
      "{% error('no') %}",
      "@You:",
      "{{ nil + 1 }} @./gone.txt",
      "",
    ].join("\n");
    const lines = list(text).split("\n");
    expect(lines.map((line) => /^(a\.chat:\d+): \S/.exec(line)?.[1] ?? line)).toEqual([
      "Frontmatter and other errors (blocking):",
      "a.chat:2",
      "a.chat:8",
      "Expression warnings (non-blocking):",
      "a.chat:6",
      "a.chat:10",
      "File reference warnings (non-blocking):",
      "a.chat:6",
      "a.chat:10",
      "Other warnings (non-blocking):",
      "a.chat:4",
    ]);
  });

  test("have no groups without faults, and nothing is said where nothing is wrong", () => {
    expect(list("@You:\n{{ nobody }}\n")).toMatch(/^Expression warnings \(non-blocking\):\na\.chat:2: [^\n]+$/);
    expect(list("@You:\nhi\n")).toBe("");
  });

  test("name the place in an included file", () => {
    const dir = tempDir();
    dir.write("part.md", "fine\n{% error('no') %}\n");
    expect(list("@You:\n{{ include('part.md') }}\n", dir.path)).toContain("\npart.md:2: ");
    dir.remove();
  });

  test("stay on their lines, however many there are and whatever they say", () => {
    const evaluated = evaluateText("@You:\nhi\n", surroundingsOf("/chats"));
    const faults = Array.from({ length: 1030 }, (_, index) =>
      diagnostic("frontmatter/runtime", { start: 0, end: 1 }, `${index}\n\n  ${"x".repeat(900)}`),
    );
    const lines = faultList({ evaluated, faults, nameOf: () => "a.chat" }).split("\n");
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("… and 1,010 more.");
    expect(lines[1]).toMatch(/^a\.chat:1: 0 x+…$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(450);
  });

  test("of a file whose text is not known have no line", () => {
    const evaluated = evaluateText("@You:\nhi\n", surroundingsOf("/chats"));
    const fault = { ...diagnostic("template/runtime", { start: 0, end: 1 }, "no"), file: "/x/y.md" };
    expect(faultList({ evaluated, faults: [fault], nameOf: (path) => path ?? "" })).toBe(
      "Frontmatter and other errors (blocking):\n/x/y.md: no",
    );
  });
});
