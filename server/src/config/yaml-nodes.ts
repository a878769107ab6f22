import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { deepestData } from "../base/json.js";
import { type Span, span } from "../base/span.js";
import type { ConfigMember, ConfigNode } from "./config-node.js";
import { mostProblems } from "./parsed-data.js";
import { markAt } from "./yaml-places.js";

/** All aliases together may stand for so much: a few lines of them can stand for more than there is memory. */
const mostShared = 50_000;
/** So many UTF-16 units of text weigh as much as a value. */
const unitsPerWeight = 100;

/** A node, how much it stands for and how deeply it nests, aliases included. */
interface Converted {
  readonly node: ConfigNode;
  readonly weight: number;
  readonly height: number;
}

/** Turns the library's nodes (from a text that nests no deeper than data may) into ours, and finds what is wrong with keys and aliases. */
export function convertYaml(text: string, root: unknown): { readonly node: ConfigNode; readonly problems: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const anchors = new Map<string, Converted | "open">();
  let shared = 0;

  function report(code: "frontmatter/syntax" | "limit/memory" | "limit/depth", at: Span, message: string, first?: Span): void {
    const related = first === undefined ? {} : { related: [{ span: first, message: "It is written here first." }] };
    if (problems.length < mostProblems) problems.push(diagnostic(code, at, message, related));
  }

  function convert(from: unknown, fallback: number, depth: number): Converted {
    if (isAlias(from)) return resolve(from, depth);
    if (!isScalar(from) && !isMap(from) && !isSeq(from)) return leaf({ kind: "null", span: span(fallback, fallback) });
    const { anchor } = from;
    if (anchor !== undefined) anchors.set(anchor, "open");
    const converted = isScalar(from) ? leaf(scalar(from)) : collection(from, depth);
    if (anchor !== undefined) anchors.set(anchor, converted);
    return converted;
  }

  function collection(from: YAMLMap | YAMLSeq, depth: number): Converted {
    const items: ConfigNode[] = [];
    const members: ConfigMember[] = [];
    const written = new Map<string, Span>();
    const { start, end } = spanOf(from);
    let [weight, height, last] = [1, 0, start];
    for (const item of from.items) {
      const key = isPair(item) ? keyOf(item.key) : undefined;
      const inner = convert(isPair(item) ? item.value : item, key?.span.end ?? last, depth + 1);
      weight += inner.weight;
      height = Math.max(height, inner.height);
      last = Math.max(last, inner.node.span.end, key?.span.end ?? 0);
      if (!isPair(item)) items.push(inner.node);
      if (key === undefined) continue;
      const before = written.get(key.name);
      if (before !== undefined)
        report("frontmatter/syntax", visible(key.span), `The key '${key.name}' is written twice. Remove one.`, before);
      else written.set(key.name, key.span);
      members.push({ name: key.name, keySpan: key.span, node: inner.node });
    }
    const whole = span(start, from.flow ? end : last);
    return { node: { kind: "table", span: whole, shape: isMap(from) ? "object" : "list", items, members }, weight, height: height + 1 };
  }

  /** An empty key has no units to mark: what follows it is marked. */
  function visible(at: Span): Span {
    return at.end > at.start ? at : markAt(text, at.start);
  }

  /** A key by its text: numbers and the like as they are written. */
  function keyOf(key: unknown): { readonly name: string; readonly span: Span } | undefined {
    if (isScalar(key)) {
      const at = scalar(key).span;
      return { name: typeof key.value === "string" ? key.value : (key.source ?? ""), span: at };
    }
    const at = isAlias(key) || isMap(key) || isSeq(key) ? spanOf(key) : span(0, 0);
    report("frontmatter/syntax", at, "A key must be a text. Write it out.");
    return undefined;
  }

  function resolve(alias: Alias, depth: number): Converted {
    const at = spanOf(alias);
    const known = anchors.get(alias.source);
    const nothing = leaf({ kind: "null", span: at });
    if (known === undefined) {
      report("frontmatter/syntax", at, `No anchor '&${alias.source}' stands before this alias. Write it in front of a value.`);
      return nothing;
    }
    if (known === "open") {
      report("frontmatter/syntax", at, "This alias stands in what it repeats, and would never end. Write the value out.");
      return nothing;
    }
    if (depth + known.height > deepestData) {
      report("limit/depth", at, `YAML nests more than ${deepestData} levels deep with this alias. Simplify it.`);
      return nothing;
    }
    if (shared + known.weight > mostShared) {
      if (shared <= mostShared)
        report("limit/memory", at, "The aliases up to here stand for more than there is room for. Use fewer of them.");
      shared = mostShared + 1;
      return nothing;
    }
    shared += known.weight;
    return { ...known, node: { ...known.node, span: at } };
  }

  return { node: convert(root, 0, 0).node, problems };
}

function leaf(node: ConfigNode): Converted {
  const size = node.kind === "scalar" && typeof node.value === "string" ? node.value.length : 0;
  return { node, weight: 1 + Math.floor(size / unitsPerWeight), height: 0 };
}

function scalar({ value, range, source }: Scalar): ConfigNode {
  const start = range?.[0] ?? 0;
  const at = span(start, range?.[1] ?? start);
  if (value === null || value === undefined) return { kind: "null", span: at };
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return { kind: "scalar", span: at, value };
  return { kind: "scalar", span: at, value: source ?? String(value) };
}

function spanOf({ range }: { readonly range?: readonly [number, number, number] | null | undefined }): Span {
  return span(range?.[0] ?? 0, range?.[1] ?? 0);
}
