import fc from "fast-check";
import { describe, expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { includeText, relativePath } = await import(new URL("../../client-vscode/src/include-text.ts", import.meta.url).href);

describe("an inserted include", () => {
  test("is written in the template language of the document", () => {
    expect(includeText("lua", "a b/é.md")).toEqual({ text: '{{ include("a b/é.md") }}' });
    expect(includeText("go", 'a"b.md')).toEqual({ text: '{{ embed "a\\"b.md" }}' });
    expect(includeText("prose", "a.md").refusal).toMatch(/include no files/);
  });

  test("survives every name of a file", () => {
    expect(includeText("lua", 'a"\\b\n.md')).toEqual({ text: '{{ include("a\\"\\\\b\\n.md") }}' });
  });
});

describe("a path from a folder", () => {
  test("goes down, up and aside", () => {
    expect(relativePath("/w/notes", "/w/notes/a.md")).toBe("a.md");
    expect(relativePath("/w/notes", "/w/notes/sub/a.md")).toBe("sub/a.md");
    expect(relativePath("/w/notes", "/w/a.md")).toBe("../a.md");
    expect(relativePath("/w/notes", "/v/a.md")).toBe("../../v/a.md");
    expect(relativePath("/", "/a.md")).toBe("a.md");
  });

  test("is absolute on another drive", () => {
    expect(relativePath("/c:/w", "/d:/a.md")).toBe("d:/a.md");
    expect(relativePath("/c:/w", "/c:/a.md")).toBe("../a.md");
  });

  test("leads to the file, whatever the folders", () => {
    const names = fc.array(fc.constantFrom("a", "b", "c d", "é"), { maxLength: 5 });
    fc.assert(
      fc.property(names, fc.tuple(names, fc.constantFrom("x.md", "a")), (folder, [above, name]) => {
        const steps = [...folder];
        for (const step of relativePath(`/${folder.join("/")}`, `/${[...above, name].join("/")}`).split("/")) {
          if (step === "..") steps.pop();
          else steps.push(step);
        }
        expect(steps).toEqual([...above, name]);
      }),
    );
  });
});
