import { conversation } from "../../../server/src/conversation/conversation.js";
import type { Part } from "../../../server/src/conversation/parts.js";
import type { EvaluationRequest } from "../../../server/src/evaluation/types.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import type { Evaluated } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";

/** A document whose templates are written in Go. */
export function goDocument(body: string, frontmatter = ""): string {
  return `\`\`\`lua\nflemma.opt.templating.engine = "go"\n${frontmatter}\n\`\`\`\n${body}`;
}

/** Evaluates a document in a folder. */
export function evaluateGo(text: string, folder = "/nowhere", more: Partial<EvaluationRequest> = {}): Evaluated {
  return evaluateText(text, { ...surroundingsOf(folder), os: "linux", arch: "amd64" }, more);
}

/** What the messages of a document come to: the system prompt, then what a person says, files as `[name]`. */
export function shown(evaluated: Evaluated): string[] {
  const { system, messages } = conversation(evaluated);
  const turns = messages.filter(({ role }) => role === "user").map(({ parts }) => parts.map(partShown).join(""));
  return system === undefined ? turns : [system, ...turns];
}

function partShown(part: Part): string {
  if (part.kind === "text") return part.text;
  return part.kind === "text_file" || part.kind === "image" || part.kind === "pdf" ? `[${part.filename}]` : `<${part.kind}>`;
}

/** What is wrong with a document: `code «marked text» message`, other files named before the text. */
export function faults(evaluated: Evaluated): string[] {
  const { text } = evaluated.snapshot;
  return diagnostics(evaluated)
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ code, span, message, file }) => {
      const where = file === undefined ? text.text.slice(span.start, span.end) : `${file.split("/").at(-1)} ${span.start}`;
      return `${code} «${where}» ${message}`;
    });
}
