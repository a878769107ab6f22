import { describe, expect, test } from "vitest";
import { sourceText } from "../../server/src/base/source-text.js";
import { excerpt } from "../../server/src/cli/excerpt.js";

/** Takes a text whose range stands between ⟦ and ⟧, and gives the shown line and its marks. */
function shown(marked: string): string[] {
  const start = marked.indexOf("⟦");
  const end = marked.indexOf("⟧") - 1;
  const { text, underline } = excerpt(sourceText(marked.replace(/[⟦⟧]/g, "")), { start, end });
  return [text, underline];
}

describe("the marks stand below the range", () => {
  test.each([
    ["plain text", "one\nHello ⟦name⟧ you\nthree", ["Hello name you", "      ^^^^"]],
    ["an empty range", "Hello⟦⟧ you", ["Hello you", "     ^"]],
    ["the end of a line", "Hello⟦⟧", ["Hello", "     ^"]],
    ["an empty line", "a\n⟦⟧\nb", ["", "^"]],
    ["a line end", "a⟦\r\n⟧b", ["a", " ^"]],
    ["several lines", "ab ⟦cd\r\nef⟧", ["ab cd", "   ^^"]],
    ["tabs", "\ta\t⟦b⟧", ["    a   b", "        ^"]],
    ["a marked tab", "a⟦\t⟧b", ["a   b", " ^^^"]],
    ["wide characters", "你好 ⟦世界⟧!", ["你好 世界!", "     ^^^^"]],
    ["combining characters", "e\u0301e\u0301 ⟦e\u0301⟧x", ["e\u0301e\u0301 e\u0301x", "   ^"]],
    ["emoji", "👩‍👩‍👧 🇩🇪 ❤️ ⟦x⟧", ["👩‍👩‍👧 🇩🇪 ❤️ x", "         ^"]],
    ["a byte order mark", "\ufeffab ⟦c⟧", ["ab c", "   ^"]],
    ["control characters", "a\x1b[31m\x07\x7f\u202e ⟦b⟧", ["a␛[31m␇␡\ufffd b", "          ^"]],
  ])("%s", (_, marked, expected) => {
    expect(shown(marked)).toEqual(expected);
  });

  test("a long line is cut around the range, and no character in half", () => {
    const [text = "", underline = ""] = shown(`${"😀".repeat(5_000_000 / 2)} ⟦name⟧ ${"y".repeat(5_000_000)}`);
    expect(text).toMatch(/^…(?:😀)+ name y+…$/u);
    expect(text.length).toBeLessThan(140);
    expect(underline.trim()).toBe("^^^^");
  });
});
