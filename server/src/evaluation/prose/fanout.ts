import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { Json } from "../../base/json.js";
import type { Span } from "../../base/span.js";
import type { ExpressionValue, MessageRun } from "../../engines/engine.js";
import { type Data, DataTable, dataOfJson } from "../../engines/prose/language/data.js";
import { usesItem } from "../../engines/prose/message/uses-item.js";
import { fanoutItems } from "../../engines/prose/section/fanout.js";
import type { World } from "../../engines/prose/section/world.js";
import type { PlacedMessage } from "../../syntax/ast.js";
import type { RenderWorld } from "../message-renderer.js";

/** Which arm runs: its number from 1 on, and whether it is the one that is shown. */
interface Arm {
  readonly number: number | undefined;
  readonly isShown: boolean;
}

/** What a fanout is made of. */
interface Fanout {
  /** What is wrong with the collection. */
  readonly problems: readonly Diagnostic[];
  /** How many items there are that some message looks at. */
  readonly count: number;
  /** The item that is shown. */
  readonly shown: Data | undefined;
  renderer(sections: World, run: (index: number, arm: Arm) => MessageRun): (index: number) => MessageRun;
}

const path = "templating.prose.items";

/**
 * The arms of a document: one for each item, where a message uses items (spec/prose-substitution.md §9). The request chooses
 * one, and then it runs alone; else the first is shown, and what fails in others is told once, with their numbers.
 */
export function createFanout({ document, request, config, placeOfOption }: RenderWorld): Fanout {
  const found = config.get(path);
  const collection = found === undefined ? undefined : dataOfJson(found.value as Json);
  const at = placeOfOption(path) ?? { start: 0, end: 0 };
  const items = collection instanceof DataTable ? fanoutItems(collection) : [];
  const problems = found === undefined ? [] : collectionProblems(collection, items, at);
  const missing = missingItem(request.item, items.length, at);
  const isUsed = document.messages.some((placed) => usesItem(document, placed));
  const chosen = request.item ?? 1;
  const shown = items[chosen - 1];
  return {
    count: isUsed ? items.length : 0,
    shown,
    problems: problems.length > 0 ? problems : missing,
    renderer(sections, run) {
      if (request.item === undefined && isUsed && items.length > 1) return together(sections, items, run, document.messages.length);
      const all = alone(sections, shown === undefined ? undefined : { number: chosen, item: shown }, run);
      // What looks at an item that is not there is nobody's fault but that of who asked for it.
      return (index) => (missing.length > 0 && usesItem(document, document.messages[index] as PlacedMessage) ? lacking : all(index));
    },
  };

  function together(
    sections: World,
    all: readonly Data[],
    run: (index: number, arm: Arm) => MessageRun,
    count: number,
  ): (index: number) => MessageRun {
    let runs: readonly (readonly MessageRun[])[] | undefined;
    const runAll = (): readonly (readonly MessageRun[])[] => {
      const arms: MessageRun[][] = [];
      for (const [position, item] of all.entries()) {
        sections.startRun(item);
        const arm: MessageRun[] = [];
        for (let index = 0; index < count; index++) {
          const isSpoken = document.messages[index]?.message.role === "Assistant";
          arm.push(isSpoken ? silent : run(index, { number: position + 1, isShown: position === 0 }));
        }
        const isSpent = arm.some(({ stopped }) => stopped !== undefined);
        // What many items spent together is nobody's fault; one of a few spends as much by itself.
        if (isSpent && position >= mostBlamed) break;
        arms.push(arm);
        if (isSpent) break;
      }
      return arms;
    };
    return (index) => {
      const isFirst = runs === undefined;
      runs ??= runAll();
      const found = merged(
        runs[0]?.[index] as MessageRun,
        runs.map((arm) => arm[index] as MessageRun),
        all.length,
      );
      if (!isFirst || runs.length === all.length || runs.length < mostBlamed) return found;
      const text = `Only the first ${runs.length} of ${all.length} items were looked at; each is when it is sent.`;
      return { ...found, problems: [...found.problems, diagnostic("prose/untried-items", at, text)] };
    };
  }
}

/** So many items are few: a budget that is spent by then is spent by one of them. */
const mostBlamed = 20;

const silent: MessageRun = { failed: false, pieces: [], values: [], problems: [] };
const lacking: MessageRun = { ...silent, failed: true };

function alone(
  sections: World,
  arm: { readonly number: number; readonly item: Data } | undefined,
  run: (index: number, arm: Arm) => MessageRun,
): (index: number) => MessageRun {
  sections.startRun(arm?.item);
  return (index) => run(index, { number: arm?.number, isShown: true });
}

/** The shown arm, with what fails in any of them told once, and what placeholders give in all of them. */
function merged(shown: MessageRun, arms: readonly MessageRun[], count: number): MessageRun {
  const byFault = new Map<string, { readonly problem: Diagnostic; readonly numbers: number[] }>();
  for (const [position, { problems }] of arms.entries())
    for (const problem of problems) {
      const key = `${problem.code} ${problem.span.start} ${problem.span.end} ${problem.file ?? ""}`;
      const known = byFault.get(key);
      if (known === undefined) byFault.set(key, { problem, numbers: [position + 1] });
      else if (known.numbers.at(-1) !== position + 1) known.numbers.push(position + 1);
    }
  const problems = [...byFault.values()].map(({ problem, numbers }) =>
    numbers.length === arms.length && arms.length === count
      ? problem
      : { ...problem, message: `${problem.message} (${itemsInWords(numbers)} of ${count})` },
  );
  return { ...shown, values: valuesOf(arms).map((value) => withItems(value, arms)), problems };
}

/** What each placeholder gave in the first of the arms that it did not fail in. */
function valuesOf(arms: readonly MessageRun[]): ExpressionValue[] {
  const byStart = new Map<number, ExpressionValue>();
  for (const { values } of arms.slice(0, mostShownItems))
    for (const value of values) if (!byStart.has(value.span.start)) byStart.set(value.span.start, value);
  return [...byStart.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Of very many items not all are named. */
const mostNamed = 10;

function itemsInWords(numbers: readonly number[]): string {
  if (numbers.length === 1) return `item ${numbers[0]}`;
  if (numbers.length > mostNamed) return `items ${numbers.slice(0, mostNamed).join(", ")} … (${numbers.length})`;
  return `items ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

function withItems(value: ExpressionValue, arms: readonly MessageRun[]): ExpressionValue {
  const all = arms.slice(0, mostShownItems).map(({ values }) => values.find(({ span }) => span.start === value.span.start)?.rendered);
  return new Set(all).size < 2 ? value : { ...value, items: all.map((rendered) => rendered ?? null) };
}

const mostShownItems = 50;

function collectionProblems(collection: Data | undefined, items: readonly Data[], at: Span): Diagnostic[] {
  if (!(collection instanceof DataTable)) return [diagnostic("prose/items", at, `'${path}' must be a collection: a list, or an object.`)];
  return items.length > 0
    ? []
    : [diagnostic("prose/items", at, `'${path}' is empty: there is nothing to render for. Add an item, or remove it.`)];
}

function missingItem(item: number | undefined, count: number, at: Span): Diagnostic[] {
  if (item === undefined || item <= count) return [];
  return [diagnostic("prose/items", at, `There is no item ${item}: '${path}' has ${count === 0 ? "none" : count}.`)];
}
