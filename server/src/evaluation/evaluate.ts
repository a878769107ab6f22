import { goRenderer } from "./go/renderer.js";
import { luaRenderer } from "./lua-renderer.js";
import { proseRenderer } from "./prose/renderer.js";
import { evaluationWith } from "./start-evaluation.js";
import type { EvaluationRequest, EvaluationResult } from "./types.js";

/** Starts evaluations of documents in all languages. */
export const startEvaluation = evaluationWith({ lua: luaRenderer, go: goRenderer, prose: proseRenderer });

/**
 * Evaluates a document: frontmatter, then every templated message (spec/flemma-templates.md §3). A pure function of its
 * request; `asks` names what it would know of files.
 */
export function evaluate(request: EvaluationRequest): EvaluationResult {
  const run = startEvaluation(request);
  while (run.step());
  return run.result();
}
