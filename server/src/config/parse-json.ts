import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { deepestData } from "../base/json.js";
import { type Span, span } from "../base/span.js";
import type { ConfigMember, ConfigNode, ConfigTable } from "./config-node.js";
import * as faults from "./json-faults.js";
import { readJsonText, readJsonWord } from "./json-scalars.js";
import { type JsonToken, lexJson } from "./lex-json.js";
import { mostProblems, notATable, type ParsedData } from "./parsed-data.js";

/**
 * Parses JSON strictly: no comments, no trailing commas, an object on top (spec/flemma-templates.md §6). Where it is plain
 * what was meant, parsing goes on as if it had been written; after the first place where it is not, only faults that have
 * nothing to do with it are told.
 */
export function parseJson(code: string): ParsedData {
  const all = lexJson(code);
  const problems: Diagnostic[] = all.filter(isForeign).map((token) => faults.foreign(code, token));
  const tokens = all.filter((token) => !isForeign(token));
  const [first] = tokens;
  if (first === undefined) return { problems: problems.length > 0 ? problems.slice(0, mostProblems) : [faults.empty(code)] };
  const deep = tooDeep(tokens);
  if (deep !== undefined) return { problems: [deep] };

  const open: JsonToken[] = [];
  let at = 0;
  let isLost = false;

  /** A fault after which parsing knows how to go on. */
  function report(problem: Diagnostic): void {
    if (!isLost) problems.push(problem);
  }

  function lose(problem: Diagnostic): void {
    report(problem);
    isLost = true;
  }

  function value(): ConfigNode | undefined {
    const token = tokens[at];
    switch (token?.kind) {
      case "{":
        return object(token);
      case "[":
        return list(token);
      case "string":
      case "misquoted":
      case "word": {
        at++;
        const read = token.kind === "word" ? readJsonWord(code, token) : readJsonText(code, token);
        settle(read);
        return read.value === null ? { kind: "null", span: spanOf(token) } : { kind: "scalar", span: spanOf(token), value: read.value };
      }
      default:
        lose(faults.valueExpected(token ?? last()));
        return undefined;
    }
  }

  function settle({ problem, isCertain }: { readonly problem?: Diagnostic; readonly isCertain?: boolean }): void {
    if (problem !== undefined) (isCertain ? report : lose)(problem);
  }

  function object(opener: JsonToken): ConfigTable {
    const members: ConfigMember[] = [];
    const whole = entries(opener, () => {
      const found = member();
      if (found !== undefined) members.push(found);
    });
    return { kind: "table", span: whole, shape: "object", items: [], members };
  }

  function member(): ConfigMember | undefined {
    const key = tokens[at] as JsonToken;
    if (key.kind !== "string" && key.kind !== "misquoted" && key.kind !== "word") {
      lose(faults.nameExpected(key));
      return undefined;
    }
    at++;
    const isBare = key.kind === "word";
    if (isBare && tokens[at]?.kind === ":") report(faults.bareName(code, key));
    else if (isBare) lose(faults.nameExpected(key));
    const read = isBare ? { value: code.slice(key.start, key.end) } : readJsonText(code, key);
    settle(read);
    colon(key);
    const node = value() ?? { kind: "null", span: span(tokens[at - 1]?.end ?? key.end, tokens[at - 1]?.end ?? key.end) };
    return { name: read.value, keySpan: spanOf(key), node };
  }

  function colon(key: JsonToken): void {
    const token = tokens[at];
    if (token?.kind === ":") at++;
    else if (token?.kind === "=") {
      at++;
      report(faults.equalsSign(token));
    } else if (token !== undefined && startsValue(token) && isApart(key, token)) report(faults.colonExpected(token, key.end));
    else lose(faults.colonExpected(token ?? last()));
  }

  function list(opener: JsonToken): ConfigTable {
    const items: ConfigNode[] = [];
    const whole = entries(opener, () => {
      const found = value();
      if (found !== undefined) items.push(found);
    });
    return { kind: "table", span: whole, shape: "list", items, members: [] };
  }

  /** Reads what stands between brackets; gives their span. */
  function entries(opener: JsonToken, entry: () => void): Span {
    open.push(opener);
    at++;
    while (at < tokens.length && !isCloser(tokens[at])) {
      const before = at;
      entry();
      if (at > before) separator(opener);
      else at++;
    }
    return span(opener.start, close(opener));
  }

  function separator(opener: JsonToken): void {
    const token = tokens[at];
    if (token === undefined || isCloser(token)) return;
    if (token.kind === ",") {
      at++;
      if (tokens[at] === undefined || isCloser(tokens[at])) problems.push(faults.trailingComma(token));
      return;
    }
    const isEntry = opener.kind === "[" ? startsValue(token) : isName(token) && tokens[at + 1]?.kind === ":";
    if (isEntry && isApart(last(), token)) report(faults.commaExpected(token, last().end));
    else lose(faults.commaExpected(token));
  }

  /** The end of what `opener` opens: its own bracket, or where the bracket should be. */
  function close(opener: JsonToken): number {
    open.pop();
    const token = tokens[at];
    if (token === undefined) {
      lose(faults.unclosed(last(), [opener, ...open.toReversed()]));
      return last().end;
    }
    if (token.kind === closerOf(opener)) return (tokens[at++] as JsonToken).end;
    lose(faults.wrongCloser(token, opener));
    if (open.some((outer) => closerOf(outer) === token.kind)) return last().end;
    return (tokens[at++] as JsonToken).end;
  }

  /** The last token that was read. */
  function last(): JsonToken {
    return tokens[Math.max(0, at - 1)] as JsonToken;
  }

  const root = value();
  const rest = tokens[at];
  if (rest !== undefined) lose(faults.surplus(rest));
  const isObject = root?.kind === "table" && root.shape === "object";
  if (root !== undefined && !isObject && !isLost) problems.push(notATable(root, 'Wrap it: { "name": … }.'));
  const told = problems.sort((a, b) => a.span.start - b.span.start).slice(0, mostProblems);
  return isObject ? { root, problems: told } : { problems: told };
}

function isForeign({ kind }: JsonToken): boolean {
  return kind === "comment" || kind === "odd-blank";
}

function isCloser(token: JsonToken | undefined): boolean {
  return token?.kind === "}" || token?.kind === "]";
}

function isName({ kind }: JsonToken): boolean {
  return kind === "string" || kind === "misquoted" || kind === "word";
}

function startsValue(token: JsonToken): boolean {
  return token.kind === "{" || token.kind === "[" || isName(token);
}

/** Two quotes side by side can be meant as one that belongs to the text. */
function isApart(before: JsonToken, { start, kind }: JsonToken): boolean {
  return start > before.end || (kind !== "string" && kind !== "misquoted");
}

function closerOf({ kind }: JsonToken): "}" | "]" {
  return kind === "{" ? "}" : "]";
}

function spanOf({ start, end }: JsonToken): Span {
  return { start, end };
}

function tooDeep(tokens: readonly JsonToken[]): Diagnostic | undefined {
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "{" || token.kind === "[") depth++;
    else if (isCloser(token)) depth--;
    if (depth > deepestData)
      return diagnostic("limit/depth", spanOf(token), `JSON nests more than ${deepestData} levels deep. Simplify it.`);
  }
  return undefined;
}
