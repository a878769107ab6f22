import type { Json } from "../../base/json.js";
import type { Span } from "../../base/span.js";
import { messageAt } from "../../syntax/message-at.js";
import type { Snapshot } from "../../workspace/snapshot.js";
import type { Completion } from "../completion.js";
import { createInference, membersOfShape, type Variables } from "../lua/infer.js";
import { nameUses } from "../lua/names.js";
import { describeShape, type Shape } from "../lua/shape.js";
import { proseNames, sysFields } from "./environment.js";

/** A path that is being written: the segments before the cursor's, and the one the cursor is in. */
export interface PathSlot {
  readonly before: readonly string[];
  /** The segment up to its end, UTF-16 offsets of the document. */
  readonly word: Span;
}

type Item = Omit<Completion, "sortText">;

/** So many UTF-16 units before the cursor are looked at. */
const longestPath = 1000;

/** Finds the path that is being written at an offset of prose, whether its placeholder is closed or not. */
export function pathSlotAt({ document, text }: Pick<Snapshot, "document" | "text">, offset: number): PathSlot | undefined {
  if (document.engine !== "prose") return undefined;
  const placed = messageAt(document.messages, offset);
  if (placed === undefined || placed.message.role === "Assistant") return undefined;
  const segment = placed.message.segments.find(({ span }) => placed.start + span.start < offset && offset <= placed.start + span.end);
  if (segment !== undefined && segment.kind !== "text" && segment.kind !== "placeholder") return undefined;
  const from = Math.max(placed.start + placed.message.marker.end, offset - longestPath);
  const found = /(?:^|[^\\])(?:\\\\)*\{\{\s*([^{}\r\n]*)$/.exec(text.text.slice(from, offset));
  if (found === null) return undefined;
  const path = found[1] as string;
  const segments = path.split(".");
  const word = segments.at(-1) as string;
  const rest = /^[^\s.{}]*/.exec(text.text.slice(offset))?.[0].length ?? 0;
  return { before: segments.slice(0, -1), word: { start: offset - word.length, end: offset + rest } };
}

/** What is known beside the text: values of an evaluation, and what the options declare. */
export interface KnownValues {
  /** Of frontmatter variables; `var` is what the last run left in the clipboard. */
  readonly variables: Variables;
  readonly options: { readonly [path: string]: Json };
}

/** The roots and globals, or the keys of what stands before the dot (live, assigned and declared ones). */
export function pathCompletions({ document }: Snapshot, { before, word }: PathSlot, known: KnownValues): Item[] {
  const inference = createInference(document, known.variables);
  const make = (label: string, kind: Completion["kind"], detail: string, doc = ""): Item => ({
    label,
    kind,
    detail,
    doc,
    span: word,
    newText: label,
  });
  const ofShape = (name: string, shape: Shape, kind: "variable" | "property"): Item => make(name, kind, describeShape(shape));
  const [root, ...keys] = before;
  if (root === undefined) return [...roots(), ...globals()];
  if (root === "sys") return keys.length > 0 ? [] : Object.entries(sysFields).map(([name, doc]) => make(name, "property", "", doc));
  if (root === "argv") return keys.length > 0 ? membersAt(argvShape(), keys) : [...declared(), ...membersAt(argvShape(), [])];
  if (root === "args" || root === "item") return [];
  return membersAt(inference.ofGlobal(root, word.start), keys);

  function roots(): Item[] {
    return ["args", "argv", "item", "var", "sys"].map((name) => {
      const { detail, doc } = proseNames.get(name) ?? { detail: "", doc: "" };
      return make(name, name === "args" || name === "item" ? "variable" : "module", detail, doc);
    });
  }

  function globals(): Item[] {
    const section = messageAt(document.messages, word.start)?.start;
    const found = new Map<string, Item>();
    for (const { name, role, binding } of nameUses(document)) {
      if (role === "read" || binding.kind !== "global" || proseNames.has(name) || name === "flemma" || found.has(name)) continue;
      if (binding.section !== undefined && binding.section !== section) continue;
      const shape = inference.ofGlobal(name, word.start);
      if (shape.kind !== "function") found.set(name, ofShape(name, shape, "variable"));
    }
    return [...found.values()];
  }

  function membersAt(shape: Shape, path: readonly string[]): Item[] {
    let at: Shape | undefined = shape;
    for (const name of path) at = at === undefined ? undefined : membersOfShape(at).get(name)?.shape;
    if (at?.kind !== "table") return [];
    return [...at.members].flatMap(([name, member]) =>
      /[.{}]/.test(name) || member.span?.start === word.start ? [] : [ofShape(name, member.shape, "property")],
    );
  }

  function declared(): Item[] {
    const args = known.options["templating.prose.args"];
    if (args === undefined || !isObject(args)) return [make("prose", "property", "string", "The whole input.")];
    return Object.entries(args).map(([name, entry]) => {
      const { type = "", description = "" } = isObject(entry) ? entry : {};
      return make(name, "property", String(type), String(description));
    });
  }

  function argvShape(): Shape {
    return inference.ofGlobal("argv", word.start);
  }
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
