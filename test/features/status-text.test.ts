import { expect, test } from "vitest";
import type { Status } from "../../server/src/features/status.js";
import { statusText } from "../../server/src/features/status-text.js";

const clean = { blocking: 0, warnings: 0 };
const line = { provider: "openai", model: "gpt-5", engine: "lua", thinking: null, temperature: null, maxTokens: null } as const;

test.each<[Status, string]>([
  [{ diagnostics: clean }, "Nothing blocks a send."],
  [{ ...line, diagnostics: clean }, "openai/gpt-5 answers; the templates are in lua. Nothing blocks a send."],
  [{ ...line, provider: "mine", model: "", diagnostics: clean }, "mine answers; the templates are in lua. Nothing blocks a send."],
  [
    {
      options: {
        tools: { value: ["read"], origin: "frontmatter" },
        "parameters.temperature": { value: 1, origin: "user" },
        provider: { value: "openai", origin: "user" },
        "templating.prose.items": { value: "😀".repeat(100), origin: "project" },
      },
      diagnostics: clean,
    },
    `Set by your settings: parameters.temperature = 1, provider = "openai". Set by the project file: templating.prose.items = "${"😀".repeat(29)}…. Set by the frontmatter: tools = ["read"]. Nothing blocks a send.`,
  ],
  [{ project: { state: "none" }, diagnostics: { blocking: 1, warnings: 1 } }, "1 problem blocks a send. There is 1 warning."],
  [
    { project: { state: "active", path: "/w/flemma.lua" }, diagnostics: { blocking: 2, warnings: 0 } },
    "flemma.lua counts. 2 problems block a send.",
  ],
  [
    { project: { state: "failed", path: "/w/flemma.json" }, diagnostics: { blocking: 0, warnings: 3 } },
    "flemma.json fails; what it said last counts. Nothing blocks a send. There are 3 warnings.",
  ],
  [
    { project: { state: "untrusted", path: "/w/flemma.lua" }, frontmatterError: "boom.", diagnostics: { blocking: 1, warnings: 0 } },
    "flemma.lua does not count, for this workspace is not trusted. The frontmatter: boom. 1 problem blocks a send.",
  ],
])("%j", (status, text) => {
  expect(statusText(status)).toBe(text);
});
