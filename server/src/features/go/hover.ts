import { type Span, shift, touches } from "../../base/span.js";
import type { PlacedMessage } from "../../syntax/ast.js";
import type { Evaluated, Snapshot } from "../../workspace/snapshot.js";
import { faultOf } from "../fault-at.js";
import { fileHover, type ToldFile } from "../files/file-hover.js";
import type { Hover, HoverBlock } from "../hover.js";
import { longest, valueBlocks } from "../hover-values.js";
import { messageInDocument } from "../nested-message.js";
import { shorten } from "../rendered-text.js";
import { describedWord } from "./describe.js";

/** An action of a document, and the message it stands in. */
export interface ActionTarget {
  readonly placed: PlacedMessage;
  /** The index of the message. */
  readonly index: number;
  /** The action, in offsets of the message. */
  readonly span: Span;
}

/** The hover in an action of an evaluated document: value of what stands there, what it is, the file it names, what the action printed. */
export function actionHover(
  evaluated: Evaluated,
  { placed, index, span: action }: ActionTarget,
  { offset, told }: { readonly offset: number; readonly told: ToldFile | undefined },
): Hover | undefined {
  const { snapshot, result } = evaluated;
  const span = shift(action, placed.start);
  const file = fileHover(snapshot.document, offset, told);
  const word = file === undefined ? wordHover(evaluated, offset) : undefined;
  const fault = faultOf(evaluated, span);
  const blocks: HoverBlock[] = file === undefined ? [...(word?.blocks ?? [])] : [file.line];
  if (fault !== undefined) blocks.push({ kind: "fault", text: messageInDocument(fault, evaluated.files) });
  const value = result?.messages[index]?.values.find((entry) => entry.span.start === action.start);
  const isShown = value !== undefined && blocks.some(({ kind, text }) => kind === "block" && text === value.rendered);
  if (value !== undefined && fault === undefined) blocks.push(...(isShown ? [] : valueBlocks(value)));
  else if (fault === undefined || told?.attachment.kind === "file") blocks.push(...(file?.content ?? []));
  return blocks.length === 0 ? undefined : { span: (file ?? word)?.span ?? span, blocks };
}

/** What is known of the word at an offset: its value where the evaluation watched it, and what it is. */
function wordHover({ snapshot, result }: Evaluated, offset: number): Hover | undefined {
  const described = describedWord(snapshot, offset);
  const probe = result?.probe;
  if (probe === undefined || !touches(probe.span, offset) || described?.kind === "keyword") return described;
  const { name, type, display, count, span } = probe;
  const kind = name === "." ? "dot" : kinds[probe.kind];
  const times = count > 1 ? `, last of ${count} values` : "";
  const value: HoverBlock[] = [
    { kind: "line", name, text: ` (${kind}): ${type}${times}` },
    ...(display === "" ? [] : [{ kind: "block", language: "text", text: shorten(display, longest) } as const]),
  ];
  // The value says more than what is known without it.
  const others = described?.kind === "function" || described?.kind === "template" ? described.blocks : (described?.blocks.slice(1) ?? []);
  return { span: described?.span ?? span, blocks: [...value, ...others] };
}

const kinds = { local: "variable", global: "variable", member: "field", call: "value" } as const;

/** What an action is known to be while there are no values. */
export function pendingActionHover(snapshot: Snapshot, { placed, span }: ActionTarget, offset: number): Hover {
  const described = describedWord(snapshot, offset);
  if (described !== undefined) return described;
  const whole = shift(span, placed.start);
  const text = snapshot.text.text.slice(whole.start, whole.end);
  return { span: whole, blocks: [{ kind: "block", language: "", text: shorten(text, longest) }] };
}
