import { describe, expect, test } from "vitest";
import type { Layer } from "../../server/src/config/operations.js";
import { readOutsideLayer } from "../../server/src/evaluation/outside-options.js";
import { requestFaults } from "../../server/src/send/request-faults.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

interface Fault {
  readonly code: string;
  readonly at: string;
  readonly message: string;
}

/** What stands against a request, where `settings` are those of the user. */
function faults(text: string, settings: object = {}): Fault[] {
  const { layer, problems } = readOutsideLayer({ origin: "user", by: "user", below: [] }, JSON.stringify(settings));
  expect(problems).toEqual([]);
  const options: { below: Layer[]; above: Layer[] } = { below: [layer], above: [] };
  return requestFaults(evaluateText(text, surroundingsOf("/chats"), { options })).map(({ code, span, message }) => ({
    code,
    at: text.slice(span.start, span.end),
    message,
  }));
}

const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n@You:\nhi\n`;

describe("nothing stands against", () => {
  test.each([
    ["the default", "@You:\nhi\n", {}],
    ["echo, whatever its model is called", lua('flemma.opt.provider = "echo"\nflemma.opt.model = "x"'), {}],
    ["Vertex with a project", lua('flemma.opt.provider = "vertex"\nflemma.opt.vertex.project_id = "p"'), {}],
    [
      "an endpoint with an address and a model",
      lua('flemma.opt.provider = "local"'),
      { providers: { local: { base_url: "http://localhost:1/v1", model: "m" } } },
    ],
    ["this machine by its number", "@You:\n", { providers: { anthropic: { base_url: "http://127.0.0.1:8080" } } }],
    ["this machine by its other number", "@You:\n", { providers: { anthropic: { base_url: "http://[::1]:8080" } } }],
    ["what settings allow", "@You:\n", { providers: { anthropic: { base_url: "http://gateway", allow_http: true } } }],
  ])("%s", (_, text, settings) => {
    expect(faults(text, settings)).toEqual([]);
  });
});

describe("what is missing is told where the document chose the provider", () => {
  test("a project of Vertex", () => {
    expect(faults(lua('flemma.opt.provider = "vertex"'))).toEqual([
      { code: "provider/incomplete", at: "vertex", message: expect.stringContaining("parameters.vertex.project_id") },
    ]);
  });

  test("an address and a model, at the first line where settings chose it", () => {
    const settings = { providers: { mine: { kind: "openai" } }, provider: "mine" };
    expect(faults("@You:\r\nhi\r\n", settings)).toEqual([
      { code: "provider/incomplete", at: "@You:", message: expect.stringContaining("providers.mine.base_url") },
      { code: "provider/incomplete", at: "@You:", message: expect.stringContaining("providers.mine.model") },
    ]);
  });
});

describe("an address is refused", () => {
  test.each([
    ["http://example.com/v1", "allow_http"],
    ["http://127.0.0.1.example.com", "allow_http"],
    ["http://10.0.0.1", "allow_http"],
    ["ftp://localhost", "none of the web"],
    ["localhost:11434", "none of the web"],
    ["https://me:pass@host", "providers.anthropic.key"],
  ])("%s", (address, told) => {
    const found = faults("@You:\n", { providers: { anthropic: { base_url: address } } });
    expect(found).toEqual([{ code: "provider/address", at: "@You:", message: expect.stringContaining(told) }]);
    expect(found[0]?.message).not.toContain("pass@");
  });

  test("when the region of Google Cloud would lead elsewhere", () => {
    const text = lua('flemma.opt.provider = "vertex"\nflemma.opt.vertex = { project_id = "p", location = "evil.example/" }');
    expect(faults(text)).toMatchObject([{ code: "provider/address", at: "vertex" }]);
  });
});
