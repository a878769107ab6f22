import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import type { Layer } from "../../server/src/config/operations.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { fixAll, fixes } from "../../server/src/features/fixes.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** Frontmatter of each language that sets one key of the options. */
const languages: Readonly<Record<string, (key: string, value: string) => string>> = {
  lua: (key, value) => `flemma.opt["${key}"] = ${value}`,
  json: (key, value) => `{ "flemma": { "${key}": ${value} } }`,
  yaml: (key, value) => `flemma:\n  ${key}: ${value}`,
};

const ownProvider: Layer = {
  origin: "user",
  operations: [{ kind: "set", path: "providers.my-proxy.kind", value: "openai" }],
};

function evaluated(text: string) {
  return evaluateText(text, surroundingsOf("/chats"), { options: { below: [ownProvider], above: [] } });
}

/** The fixes of the first fault: their titles, and what is wrong once each is applied. */
function offered(language: string, code: string): { title: string; left: string[] }[] {
  const text = `\`\`\`${language}\n${code}\n\`\`\`\n@You:\nhi\n`;
  const before = evaluated(text);
  const [fault] = diagnostics(before);
  return (fault === undefined ? [] : fixes(before.snapshot, fault)).map(({ title, edits }) => ({
    title,
    left: diagnostics(evaluated(applyEdits(text, edits))).map((one) => one.code),
  }));
}

/** A path with every slip of one stroke: a letter left out, a dot too many, and a dot for a letter. */
function slips(path: string): string[] {
  const places = [...path.slice(1)].map((_, index) => index + 1);
  return places.flatMap((at) => [
    path.slice(0, at) + path.slice(at + 1),
    `${path.slice(0, at)}.${path.slice(at)}`,
    `${path.slice(0, at)}.${path.slice(at + 1)}`,
  ]);
}

describe.each(Object.keys(languages))("a key of options in %s", (language) => {
  const write = languages[language] as (key: string, value: string) => string;
  const paths = { "parameters.temperature": "1", "thinking.level": '"low"', "tools.autopilot": "true", timeout: "5" };

  test.each(Object.entries(paths))("every fix of a misspelled %s names something that there is", (path, value) => {
    let mended = 0;
    for (const key of slips(path)) {
      for (const { title, left } of offered(language, write(key, value))) {
        expect([title, left.filter((code) => code === "config/unknown-key")]).toEqual([title, []]);
        mended++;
      }
    }
    expect(mended).toBeGreaterThan(10);
  });

  test.each([
    ["paramet.ers", "{}", ["Change 'paramet.ers' to 'parameters'"]],
    ["paramters.temprature", "1", ["Change 'paramters.temprature' to 'parameters.temperature'"]],
    ["param.eters.time.out", "1", []],
    ["anthropic.think.ing.level", '"low"', ["Change 'anthropic.think.ing.level' to 'anthropic.thinking.level'"]],
    ["a.".repeat(5000), "1", []],
    ["temperature.level", "1", []],
    ["parameters.timeout.seconds", "1", []],
    ["templatng.modules", "1", []],
    ["x.y.z", "1", []],
    [".", "1", []],
    ["..", "1", []],
  ])("%s", (key, value, titles) => {
    expect(offered(language, write(key, value)).map(({ title }) => title)).toEqual(titles);
  });
});

describe("no key is changed to one that", () => {
  test.each([
    ["json", '{ "flemma": { "temprature": 1, "temperature": 2 } }'],
    ["yaml", "flemma:\n  temprature: 1\n  temperature: 2"],
    ["yaml", "flemma:\n  parameters: {temprature: 1, temperature: 2}"],
    ["lua", "flemma.opt.parameters = { temprature = 1, temperature = 2 }"],
    ["yaml", "flema:\n  temperature: 1\nflemma:\n  timeout: 2"],
  ])("stands beside it: %s %s", (language, code) => {
    expect(offered(language, code)).toEqual([]);
  });

  test("stands beside it once all is fixed", () => {
    const text = "```yaml\nflemma:\n  temprature: 1\n  tempreature: 2\n```\n@You:\nhi\n";
    const { snapshot, ...rest } = evaluated(text);
    const after = applyEdits(text, fixAll(snapshot, diagnostics({ snapshot, ...rest })));
    expect(after).toBe(text.replace("temprature", "temperature"));
    expect(diagnostics(evaluated(after)).map(({ code, data }) => [code, data])).toEqual([["config/unknown-key", undefined]]);
  });

  test.each([
    ["json", '{ "flemma": { "presets": { "fast": { "model": "m" } } } }'],
    ["yaml", "flemma:\n  presets:\n    fast: { model: m }"],
    ["lua", 'flemma.opt.presets.fast = { model = "m" }'],
  ])("a document may not set: %s %s", (language, code) => {
    expect(offered(language, code)).toEqual([]);
  });

  test("is no name where Lua needs one", () => {
    expect(offered("lua", "flemma.opt.parameters.myproxy.timeout = 5")).toEqual([]);
    expect(offered("lua", "flemma.opt.parameters = { myproxy = { timeout = 5 } }")).toEqual([]);
    const mended = { title: "Change 'myproxy' to 'my-proxy'", left: [] };
    expect(offered("lua", 'flemma.opt.parameters["myproxy"].timeout = 5')).toEqual([mended]);
    expect(offered("yaml", "flemma:\n  parameters:\n    myproxy: { timeout: 5 }")).toEqual([mended]);
  });
});
