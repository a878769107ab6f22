import { noAnswers } from "../base/file-answers.js";
import { passiveLimits } from "../lua/budget.js";
import type { StartEvaluation } from "./start-evaluation.js";
import type { EvaluationRequest, EvaluationResult } from "./types.js";

/** One of everything that many documents hold. */
const text = `\`\`\`lua
name = "Ada"
items = { "one", "two" }
flemma.opt.max_tokens = 1000
\`\`\`
@System:
You help {{ name }}.

@You:
Dear {{ name:upper() }},
{% for item, loop in each(items) do %}
- {{ loop.index }}: {{ item }}
{% end %}
{% if #items > 1 then %}{{ string.format("%d of %s", #items, missing) }}{% end %}

@Assistant:
<thinking>
Words.
</thinking>
Words.
`;

const request: EvaluationRequest = {
  text,
  surroundings: { dirname: "/", cwd: "/", home: "/", timeZone: "UTC", now: 0, seed: 0 },
  limits: passiveLimits,
  files: noAnswers,
  withSyntax: true,
  omitOutput: true,
};

/**
 * Evaluates a small document that nobody asked about: a process that waits for its first request has the code ready that
 * requests need. Gives what came out.
 */
export function rehearse(start: StartEvaluation): EvaluationResult {
  const run = start(request);
  while (run.step());
  return run.result();
}
