import { expect, test } from "vitest";
import { scopeFields, scopeOf } from "../../../server/src/features/go/scope.js";
import { describeKnown, fieldOf } from "../../../server/src/features/go/value.js";
import { evaluateGo, goDocument } from "../../evaluation/go/support.js";
import { goAt } from "./support.js";

test("what is said of the scope is what the evaluation gives", () => {
  const text = goDocument("@You:\na\n\n@Assistant:\n[1]\n\n@You:\n{{ .x }}\n", "flemma.opt.templating.go.git = true");
  const repository = { branch: "main", commit: "abc", dirty: false };
  const { result } = evaluateGo(text, "/nowhere", { repository });
  const scope = result?.scope ?? {};
  const told = Object.entries(scope).flatMap(([name, value]) => {
    const members = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    return [name, ...members.map((member) => `${name}.${member}`)];
  });
  expect([...told, "inputs"].sort()).toEqual([...scopeFields.keys()].sort());
  expect(scope).toMatchObject({ turns: [{ text: "[1]", json: [1] }], git: repository, invocationMode: "interactive" });
});

test("the variables are told by themselves, and long values are cut", () => {
  const long = "x".repeat(500);
  const text = goDocument(`@You:\na\n\n@Assistant:\n${long}\n\n@You:\n{{ .x }}\n`, "secret = 'inputs'");
  const { result } = evaluateGo(text);
  expect(JSON.stringify(result?.scope)).not.toContain("secret");
  expect(JSON.stringify(result?.scope)).not.toContain("x".repeat(101));
  expect(evaluateGo(text, "/nowhere", { wantVariables: false }).result?.scope).toBeUndefined();
});

test("a value that an evaluation told counts before what the text tells", () => {
  const { snapshot } = goAt("@You:\n{{ ‸ }}\n", "name = string.rep('a', 2)");
  const shown = (known: Parameters<typeof scopeOf>[1]) =>
    describeKnown(fieldOf(fieldOf(scopeOf(snapshot.document, known), "inputs"), "name"));
  expect(shown({})).toBe("string");
  expect(shown({ variables: { name: "aa" } })).toBe('string "aa"');
});
