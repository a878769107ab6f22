import type { GoValue } from "../values/go-value.js";
import { Failure } from "./failure.js";
import type { Run, Template } from "./run.js";
import { runToEnd } from "./run-to-end.js";
import { startRun } from "./start-run.js";
import { addTemplates } from "./templates.js";

/** A text that is embedded, and its key. */
export interface Embedded {
  readonly key: string;
  readonly text: string;
}

/** Renders a text inside of a rendering, whose budget it shares. It has templates of its own. */
export function renderEmbedded(run: Run, { key, text }: Embedded, scope: GoValue): string {
  const { program, budget, chain } = run;
  const read = program.read(text, key);
  const { tree } = read;
  const [fault] = tree.faults;
  if (fault !== undefined) throw new Failure(fault.isLimit === true ? "Limit" : "Parse", fault.message, { tree, template: key, fault });
  const templates = new Map<string, Template>();
  addTemplates(templates, read);
  const inner = startRun({ program, templates, tree, scope, budget, chain: [...chain, key] });
  runToEnd(inner, { name: key, template: templates.get(key) as Template, dot: scope ?? undefined });
  return inner.out;
}
