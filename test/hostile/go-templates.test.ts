import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type GoRenderOptions,
  type GoScope,
  type GoTemplateError,
  parseGoTemplate,
  promptEmbedSource,
  renderGoTemplate,
} from "../../server/src/go-template.js";
import { brokenTemplate, scope, template } from "../engines/go/generators.js";
import { fuzzing } from "./fuzz-settings.js";

/** A hundred thousand templates take a while. */
const timeoutMs = 600_000 * Number(process.env.FUZZ_RUNS ?? 1);

const maxOutput = 20_000;
const maxSteps = 50_000;
const prompts = promptEmbedSource({ a: "{{.}}", "a b": '{{embed "a b"}}', text: "{{range .list}}{{.}}{{end}}{{" });

/** Steps end a run, never the clock: so the same template ends in the same way. */
function optionsOf(missingKey: "default" | "error", escapeCodeRegions: "code" | "all"): GoRenderOptions {
  return {
    name: "t",
    missingKey,
    escapeCodeRegions: escapeCodeRegions === "code",
    embed: [prompts],
    maxOutput,
    maxSteps,
    now: () => new Date(1.7e12),
  };
}

function checkPlace(text: string, { template: name, line, column, offset }: GoTemplateError): void {
  if (name !== "t") return;
  const bytes = Buffer.from(text.toWellFormed());
  expect(offset).toBeGreaterThanOrEqual(0);
  expect(offset).toBeLessThanOrEqual(bytes.length);
  const before = bytes.subarray(0, offset).toString();
  const lines = before.split("\n");
  expect({ line, column }).toEqual({ line: lines.length, column: (lines.at(-1) as string).length + 1 });
}

function check(text: string, given: GoScope, options: GoRenderOptions): void {
  const result = renderGoTemplate(text, given, options);
  const output = result.ok ? result.output : (result.partial ?? "");
  // The piece that is too much is still there.
  expect(output.length).toBeLessThanOrEqual(2 * maxOutput + text.length);
  if (result.ok) expect(output.length).toBeLessThanOrEqual(maxOutput);
  else {
    checkPlace(text, result.error);
    expect(result.error.message.endsWith(result.error.detail)).toBe(true);
    expect(result.error.message).not.toMatch(/undefined(?! variable)|\[object|not a function|Cannot read|is not iterable/);
  }
  expect(output.isWellFormed()).toBe(true);
  expect(renderGoTemplate(text, given, options)).toEqual(result);
  // What was not kept gives the same.
  expect(renderGoTemplate(text, given, { ...options, functions: {} })).toEqual(result);
  const { problems } = parseGoTemplate(text, options);
  for (const problem of problems) checkPlace(text, problem);
  const isBroken = !result.ok && result.partial === undefined;
  expect(problems[0]).toEqual(isBroken ? result.error : undefined);
}

declare global {
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

const mode = fc.tuple(fc.constantFrom("default" as const, "error" as const), fc.constantFrom("code" as const, "all" as const));

describe("whatever a template of Go is and is given,", () => {
  test(
    "it ends in a result within its limits, twice the same, with places in its text: templates",
    () => {
      const property = fc.property(template, scope, mode, (text, given, [missingKey, code]) =>
        check(text, given, optionsOf(missingKey, code)),
      );
      fc.assert(property, fuzzing("templates of Go", 1000));
    },
    timeoutMs,
  );

  test(
    "it ends in a result within its limits, twice the same, with places in its text: broken templates",
    () => {
      const property = fc.property(brokenTemplate, scope, mode, (text, given, [missingKey, code]) =>
        check(text, given, optionsOf(missingKey, code)),
      );
      fc.assert(property, fuzzing("broken templates of Go", 1000));
    },
    timeoutMs,
  );
});
