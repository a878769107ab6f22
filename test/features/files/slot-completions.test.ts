import { describe, expect, test } from "vitest";
import { pathSlot } from "../../../server/src/features/files/path-slot.js";
import { type KnownNames, type SlotCompletions, slotCompletions, slotFolder } from "../../../server/src/features/files/slot-completions.js";
import { atCursor } from "../../support/cursor.js";

const names = [
  "README.md",
  "a%b.txt",
  "docs/",
  ".git/",
  ".env",
  ".github/",
  "it's.md",
  "my report.txt",
  "notes.md",
  "page10.md",
  "page2.md",
];
const personalities = ["coding-assistant", "reviewer"];

function at(marked: string, known: Pick<KnownNames, "names"> = { names }): SlotCompletions {
  const { snapshot, offset } = atCursor(marked);
  const slot = pathSlot(snapshot.document, offset);
  if (slot === undefined) throw new Error("no slot");
  return slotCompletions(slot, { ...known, personalities });
}

function labels(marked: string, known?: Pick<KnownNames, "names">): string[] {
  return at(marked, known).items.map(({ label }) => label);
}

/** What the document reads after the completion was accepted. */
function accepted(marked: string, label: string): string {
  const { text } = atCursor(marked);
  const item = at(marked).items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`no ${label}`);
  return text.slice(0, item.span.start) + item.newText + text.slice(item.span.end);
}

describe("the folder that is looked at", () => {
  test.each([
    ['@You:\n{{ include("‸") }}\n', "/w/notes"],
    ['@You:\n{{ include("a/b/‸") }}\n', "/w/notes/a/b"],
    ['@You:\n{{ include("../‸") }}\n', "/w"],
    ['@You:\n{{ include("/etc/x‸") }}\n', "/etc"],
    ['@You:\n{{ include("~/x‸") }}\n', "/home/ann"],
    ["@You:\n@./‸\n", "/w/notes"],
    ["@You:\n@../b/‸\n", "/w/b"],
    ["@You:\n@~/‸\n", "/home/ann"],
    ["@You:\n@//‸\n", "/"],
    ["@You:\n@//var/lo‸\n", "/var"],
    ["@You:\n@./my%20docs/‸\n", "/w/notes/my docs"],
    ['@You:\n{{ include("urn:fl‸") }}\n', undefined],
    ["@You:\n@‸\n", undefined],
    ["@You:\n@./a.md;‸\n", undefined],
  ])("of %j is %s", (marked, folder) => {
    const { snapshot, offset } = atCursor(marked);
    const slot = pathSlot(snapshot.document, offset);
    expect(slot && slotFolder(slot, { dirname: "/w/notes", home: "/home/ann" })).toBe(folder);
  });
});

describe("names are suggested", () => {
  test("folders first, numbers in their order, and the folder above where the path leads up", () => {
    const files = ["a%b.txt", "it's.md", "my report.txt", "notes.md", "page2.md", "page10.md", "README.md"];
    expect(labels("@You:\n@./‸\n")).toEqual(["docs/", ...files]);
    expect(labels("@You:\n@../‸\n")).toEqual(["docs/", "../", ...files]);
    expect(labels('@You:\n{{ include("../‸") }}\n')).toEqual(["docs/", "../", ...files]);
    expect(labels('@You:\n{{ include("docs/‸") }}\n')).toEqual(["docs/", ...files]);
  });

  test("what begins as it is typed first, whatever its case", () => {
    expect(labels("@You:\n@./RE‸\n").slice(0, 3)).toEqual(["docs/", "README.md", "my report.txt"]);
    expect(labels("@You:\n@./re‸\n").slice(0, 3)).toEqual(["docs/", "README.md", "my report.txt"]);
  });

  test("hidden ones only behind a dot, and .git never", () => {
    expect(labels("@You:\n@./‸\n")).not.toContain(".env");
    expect(labels("@You:\n@./.‸\n")).toEqual(expect.arrayContaining([".env", ".github/"]));
    expect(labels("@You:\n@./.g‸\n")).not.toContain(".git/");
    expect(labels("@You:\n@./.‸\n", { names: [".git"] })).toEqual([]);
  });

  test("none of a folder that may not be seen", () => {
    expect(labels("@You:\n@./‸\n", { names: undefined })).toEqual([]);
  });

  test("with what a file is by its name", () => {
    const found = at("@You:\n@./‸\n").items;
    expect(found.find(({ label }) => label === "notes.md")).toMatchObject({ kind: "file", detail: "text/markdown" });
    expect(found.find(({ label }) => label === "docs/")).toMatchObject({ kind: "folder", detail: "" });
  });

  test("of a very large folder the nearest, and that there are more", () => {
    const many = Array.from({ length: 2000 }, (_, index) => `f${index}.md`);
    const { items, isComplete } = at("@You:\n@./f1999‸\n", { names: many });
    expect(items).toHaveLength(500);
    expect(items[0]?.label).toBe("f1999.md");
    expect(isComplete).toBe(false);
    expect(at("@You:\n@./‸\n").isComplete).toBe(true);
  });
});

describe("a name that is accepted", () => {
  test.each([
    ["@You:\n@./‸\n", "my report.txt", "@You:\n@./my%20report.txt\n"],
    ["@You:\n@./my%20r‸, see\n", "my report.txt", "@You:\n@./my%20report.txt, see\n"],
    ["@You:\n@./‸\n", "a%b.txt", "@You:\n@./a%25b.txt\n"],
    ["@You:\n@./‸\n", "it's.md", "@You:\n@./it%27s.md\n"],
    ["@You:\n@./no‸tes.md;type=text/plain\n", "README.md", "@You:\n@./README.md;type=text/plain\n"],
    ["@You:\n@./x/‸\n", "docs/", "@You:\n@./x/docs/\n"],
    ["@You:\n@./d‸oc/a.md\n", "docs/", "@You:\n@./docs/a.md\n"],
    ["@You:\n@./d‸oc/a.md\n", "notes.md", "@You:\n@./notes.md\n"],
    ["@You:\n{{ include('‸') }}\n", "it's.md", "@You:\n{{ include('it\\'s.md') }}\n"],
    ['@You:\n{{ include("‸") }}\n', "it's.md", '@You:\n{{ include("it\'s.md") }}\n'],
    ['@You:\n{{ include("my‸") }}\n', "my report.txt", '@You:\n{{ include("my report.txt") }}\n'],
    ['@You:\n{{ include("no‸) }}\n', "notes.md", '@You:\n{{ include("notes.md) }}\n'],
    ['@You:\n{{ include("a/d‸x/y") }}\n', "docs/", '@You:\n{{ include("a/docs/y") }}\n'],
  ])("is written so that it is read as it is: %j, %s", (marked, label, expected) => {
    expect(accepted(marked, label)).toBe(expected);
  });

  test("is compared with what is typed in the form that it is written in", () => {
    expect(at("@You:\n@./my%20r‸\n").items.find(({ label }) => label === "my report.txt")?.filterText).toBe("my%20report.txt");
    expect(at("@You:\n@./no‸\n").items.find(({ label }) => label === "notes.md")?.filterText).toBeUndefined();
  });

  test("may hold anything", () => {
    const odd = 'tab\t"quote" \\ new\nline';
    const [item] = at('@You:\n{{ include("x‸") }}\n', { names: [odd] }).items;
    expect(`@You:\n{{ include("${item?.newText}`).toBe('@You:\n{{ include("tab\\009\\"quote\\" \\\\ new\\010line');
  });
});

describe("personalities are suggested", () => {
  const urns = ["urn:flemma:personality:coding-assistant", "urn:flemma:personality:reviewer"];

  test.each([
    'include("‸")',
    'include("u‸")',
    'include("urn:‸")',
    'include("urn:flemma:personality:‸")',
    'include("urn:flemma:personality:co‸',
  ])("in %s", (call) => {
    expect(labels(`@You:\n{{ ${call} }}\n`)).toEqual(expect.arrayContaining(urns));
    expect(accepted(`@You:\n{{ ${call} }}\n`, urns[0] ?? "")).toContain('{{ include("urn:flemma:personality:coding-assistant');
  });

  test("not as a path, nor in a reference", () => {
    expect(labels('@You:\n{{ include("docs/‸") }}\n')).not.toContain(urns[0]);
    expect(labels('@You:\n{{ include("no‸") }}\n')).not.toContain(urns[0]);
    expect(labels("@You:\n@./‸\n")).not.toContain(urns[0]);
  });
});

describe("options of a reference are suggested", () => {
  test("the only key, with its sign where that is missing", () => {
    expect(accepted("@You:\n@./a.md;‸\n", "type")).toBe("@You:\n@./a.md;type=\n");
    expect(accepted("@You:\n@./a.md;ty‸p=text/plain\n", "type")).toBe("@You:\n@./a.md;type=text/plain\n");
  });

  test("MIME types, that of the name first", () => {
    expect(labels("@You:\n@./a.csv;type=‸\n")[0]).toBe("text/csv");
    expect(labels("@You:\n@./a.md;type=‸\n")).toEqual(expect.arrayContaining(["text/plain", "image/png", "application/pdf"]));
    expect(new Set(labels("@You:\n@./a.md;type=‸\n")).size).toBe(labels("@You:\n@./a.md;type=‸\n").length);
    expect(accepted("@You:\n@./a.md;type=te‸x.\n", "text/plain")).toBe("@You:\n@./a.md;type=text/plain.\n");
  });

  test("the ways that a reference can begin", () => {
    expect(labels("@You:\nSee @‸\n")).toEqual(["@./", "@../", "@~/", "@//"]);
    expect(accepted("@You:\nSee @.‸\n", "@../")).toBe("@You:\nSee @../\n");
  });
});
