import {
  type DocumentSymbolParams,
  type FoldingRange,
  FoldingRangeKind,
  type FoldingRangeParams,
  type DocumentSymbol as LspDocumentSymbol,
  type SelectionRange,
  type SelectionRangeParams,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SymbolInformation,
  SymbolKind,
  type TextDocumentIdentifier,
} from "vscode-languageserver";
import { tokenModifiers, tokenTypes } from "../../../shared/language.js";
import { lineAt, lineEnd, type Range } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import { mapInSteps, type Steps } from "../base/steps.js";
import { type DocumentSymbol, documentSymbolsInSteps } from "../features/document-symbols.js";
import { foldsInSteps } from "../features/folding.js";
import { selectionRanges } from "../features/selection-ranges.js";
import { semanticTokensInSteps } from "../features/semantic-tokens.js";
import type { Snapshot } from "../workspace/snapshot.js";
import type { Server } from "./handlers.js";
import { type Place, placeOf } from "./place.js";

const symbolKinds: Record<DocumentSymbol["kind"], SymbolKind> = {
  frontmatter: SymbolKind.Module,
  variable: SymbolKind.Variable,
  function: SymbolKind.Function,
  message: SymbolKind.Namespace,
  heading: SymbolKind.String,
  "tool-use": SymbolKind.Method,
  "tool-result": SymbolKind.Event,
};

/** So many symbols or tokens are put in the client's positions in one step. */
const [symbolsInStep, tokensInStep] = [100, 2000];

/** Answers `textDocument/documentSymbol`: a tree, or a list for clients that know no trees. */
export function* outlineOf(server: Server, { textDocument }: DocumentSymbolParams): Steps<LspDocumentSymbol[] | SymbolInformation[]> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  const symbols = yield* documentSymbolsInSteps(place.snapshot);
  return server.client.canNestSymbols
    ? (yield* mapInSteps(symbols, symbolsInStep, (symbol) => tree(place, [symbol]))).flat()
    : (yield* mapInSteps(symbols, symbolsInStep, (symbol) => flat(place, [symbol]))).flat();
}

function tree(place: Place, symbols: readonly DocumentSymbol[]): LspDocumentSymbol[] {
  return symbols.map(({ name, detail, kind, span, selection, children }) => ({
    name,
    ...(detail !== "" && { detail }),
    kind: symbolKinds[kind],
    range: place.range(span),
    selectionRange: place.range(selection),
    children: tree(place, children),
  }));
}

function flat(place: Place, symbols: readonly DocumentSymbol[], containerName?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, span, children }) => [
    {
      name,
      kind: symbolKinds[kind],
      location: { uri: place.snapshot.uri, range: place.range(span) },
      ...(containerName !== undefined && { containerName }),
    },
    ...flat(place, children, name),
  ]);
}

/** Answers `textDocument/foldingRange`; of more folds than the client shows, the first count. */
export function* foldsOf(server: Server, { textDocument }: FoldingRangeParams): Steps<FoldingRange[]> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  const lspKinds = { region: FoldingRangeKind.Region, comment: FoldingRangeKind.Comment };
  return (yield* foldsInSteps(place.snapshot))
    .slice(0, server.client.foldLimit)
    .map(({ startLine, endLine, kind }) => ({ startLine, endLine, ...(kind !== "code" && { kind: lspKinds[kind] }) }));
}

/** Answers `textDocument/selectionRange`: one chain for each position. */
export function selectionsAt(server: Server, { textDocument, positions }: SelectionRangeParams): SelectionRange[] {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  return positions.map((position) => {
    const spans = selectionRanges(place.snapshot, place.offset(position));
    const outer = spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: place.range(span), ...(parent && { parent }) }),
      undefined,
    );
    return outer ?? { range: { start: position, end: position } };
  });
}

/** Answers `textDocument/semanticTokens/full` and `…/range`; a token over several lines is one for each of them. */
export function* tokensOf(
  server: Server,
  { textDocument }: { textDocument: TextDocumentIdentifier },
  within?: Range,
): Steps<SemanticTokens> {
  const builder = new SemanticTokensBuilder();
  const place = placeOf(server, textDocument);
  if (place === undefined) return builder.build();
  const span = within && { start: place.offset(within.start), end: place.offset(within.end) };
  for (const [index, token] of (yield* semanticTokensInSteps(place.snapshot, span)).entries()) {
    if (index % tokensInStep === tokensInStep - 1) yield;
    const modifiers = token.modifiers.reduce((bits, modifier) => bits | (1 << tokenModifiers.indexOf(modifier)), 0);
    for (const line of linesOf(place.snapshot, token.span)) {
      const { start, end } = place.range(line);
      builder.push(start.line, start.character, end.character - start.character, tokenTypes.indexOf(token.type), modifiers);
    }
  }
  return builder.build();
}

/** The parts of a span on each of its lines, without line ends. */
function linesOf({ text }: Snapshot, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  for (let line = lineAt(text, start), from = start; from < end; line++, from = text.lineStarts[line] ?? end) {
    const to = Math.min(end, lineEnd(text, line));
    if (from < to) spans.push({ start: from, end: to });
  }
  return spans;
}
