import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { fixes } from "../../server/src/features/fixes.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** A document of somebody used to another language, and what is said of its first fault, which nothing mends for sure. */
interface Explained {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  readonly message: string;
}

/** Reads all entries of `test/fixtures/explained`: `=== name`, the faulty text, `--- code message`. */
function explained(): Explained[] {
  const folder = join(import.meta.dirname, "../fixtures/explained");
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split(/^=== /m)
      .slice(1)
      .map((entry) => {
        const match = /^(.*)\n([\s\S]*?)^--- (\S+) (.*)\n$/m.exec(entry);
        if (match === null) throw new Error(`not an entry: ${entry}`);
        const [, name = "", text = "", code = "", message = ""] = match;
        return { name: `${file.replace(/\.txt$/, "")}: ${name}`, text, code, message };
      }),
  );
}

const documents = explained();

describe("a habit of another language that has no certain rewrite", () => {
  test("there are at least 100 of them, each with a name of its own", () => {
    expect(documents.length).toBeGreaterThanOrEqual(100);
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
  });

  test.each(documents)("is explained, and has no fix: $name", ({ text, code, message }) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const { snapshot, ...rest } = evaluateText(text.replaceAll("\n", lineEnd), surroundingsOf("/folder"));
      const all = diagnostics({ snapshot, ...rest });
      expect({ code: all[0]?.code, message: all[0]?.message }).toEqual({ code, message });
      expect(all.flatMap((fault) => fixes(snapshot, fault))).toEqual([]);
    }
  });
});
