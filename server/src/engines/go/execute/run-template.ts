import type { GoValue } from "../values/go-value.js";
import type { Run, Template } from "./run.js";

/** A template to be run, the name it was asked for by, and its dot. */
export interface TemplateCall {
  readonly name: string;
  readonly template: Template;
  readonly dot: GoValue;
}

/** Runs a template inside of a rendering. It has no variables but `$`. */
export function runTemplate(run: Run, { name, template, dot }: TemplateCall): void {
  const { name: outerName, tree, base, top, isElement, at } = run;
  const execute = template.executable(template.list);
  run.name = name;
  run.tree = template.tree;
  run.isElement = false;
  run.base = top;
  run.names[top] = "$";
  run.values[top] = dot;
  run.elements[top] = false;
  run.top = top + 1;
  run.depth++;
  execute(run, dot);
  run.depth--;
  run.name = outerName;
  run.tree = tree;
  run.isElement = isElement;
  run.base = base;
  run.top = top;
  run.at = at;
}
