import { describe, expect, test } from "vitest";
import { strayOptions } from "../../../../server/src/engines/lua/options/stray-options.js";
import { parseChunk } from "../../../../server/src/lua/parse.js";
import { providerNames } from "../../../../server/src/providers/catalogue.js";

const vocabulary = { providers: providerNames, tools: ["bash"], presets: [] };

function faults(code: string): string[] {
  return strayOptions(parseChunk(code), code, vocabulary).map(
    ({ code: name, span, suggestions = [], data }) =>
      `${name} ${code.slice(span.start, span.end)}${suggestions.map((word) => ` → ${word}`).join("")}${data ? " (fix)" : ""}`,
  );
}

describe("a change of a list by place", () => {
  test.each([
    ["flemma.opt.tools[1] = 'bash'", "config/type flemma.opt.tools[1]"],
    ["flemma.opt.tools.auto_approve[2] = nil", "config/type flemma.opt.tools.auto_approve[2]"],
    ["table.insert(flemma.opt.tools, 'bash')", "config/type table.insert(flemma.opt.tools, 'bash')"],
    ["table.sort(flemma.opt.tools)", "config/type table.sort(flemma.opt.tools)"],
    ["table.remove(flemma.opt['tools.auto_approve'])", "config/type table.remove(flemma.opt['tools.auto_approve'])"],
  ])("is a fault: %s", (code, fault) => {
    expect(faults(code)).toEqual([fault]);
  });

  test.each([
    "flemma.opt.temperature = 1",
    "flemma.opt.tools = {}",
    "flemma = {}",
    "local flemma = { opt = { tools = {} } }\nflemma.opt.tools[1] = 2",
    "mine.model = 1",
    "x = table.concat(flemma.opt.tools)",
    "table.insert(x, flemma.opt.tools)",
    "table.insert(flemma.opt.nothing, 1)",
    "flemma.opt.parameters[1] = 2",
    "insert(flemma.opt.tools, 1)",
    "",
  ])("is none: %s", (code) => {
    expect(faults(code)).toEqual([]);
  });
});
