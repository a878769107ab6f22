import { chargeText } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import { JsonError, readJson } from "../json/read-json.js";
import { writeJson } from "../json/write-json.js";
import { toBytes } from "../text/utf8.js";
import type { GoValue } from "../values/go-value.js";
import { decodeBase64, encodeBase64 } from "./base64.js";
import { fixed, made } from "./define.js";

function json(escapeHtml: "html" | "raw", indent: string): GoFunction {
  return fixed(["any"], ([value], run) =>
    made(run, writeJson(value, { escapeHtml: escapeHtml === "html", indent, charge: run.budget.charge })),
  );
}

/** Standard functions of data (spec/go-templates.md, "Standard functions"). */
export const dataFunctions: { readonly [name: string]: GoFunction } = {
  toJson: json("html", ""),
  toRawJson: json("raw", ""),
  toPrettyJson: json("html", "  "),
  fromJson: fixed(["string"], ([text], run) => {
    chargeText(run.budget, (text as string).length);
    return fromJson(text as string, run);
  }),
  b64enc: fixed(["string"], ([text], run) => made(run, encodeBase64(toBytes(text as string), run.budget.charge))),
  b64dec: fixed(["string"], ([code], run) => made(run, decodeBase64(code as string))),
};

function fromJson(text: string, { budget }: Run): GoValue {
  try {
    return readJson(text, budget.charge);
  } catch (error) {
    if (error instanceof JsonError) throw new CallError(error.message);
    throw error;
  }
}
