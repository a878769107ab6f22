import { fullPath, schemaAt } from "../../config/schema.js";
import type { ConfigSummary } from "../../evaluation/config-summary.js";
import { keywords } from "../../lua/lex.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { Completion } from "../completion.js";
import { type Candidate, isList, itemCandidates, keyCandidates, valueCandidates } from "./candidates.js";
import { describeMethod } from "./describe.js";
import { listMethods } from "./lua-slots.js";
import type { OptionPlace } from "./option-place.js";
import { type OptionWords, optionWords } from "./option-words.js";

type Item = Omit<Completion, "sortText">;

/** What may be written at a place, as it is written there: with the quotes and the signs that are missing. */
export function optionCompletions({ source }: ChatDocument, place: OptionPlace, config: ConfigSummary | undefined): Item[] {
  const words = optionWords(config);
  const text = source.slice(place.word.start, place.word.end);
  // Numbers have no names.
  if (/^\d/.test(text) && place.quote === "") return [];
  const prefix = /^[+^!]/.exec(text)?.[0] ?? "";
  switch (place.kind) {
    case "root":
      return place.language === "lua"
        ? []
        : [keyItem(place, { kind: "section", value: "flemma", detail: "section", doc: "The options of the document." })];
    case "opt":
      return [item(place, "opt", { label: "opt", kind: "module", detail: "table", doc: "The options of the document." })];
    case "member":
      return keyCandidates(place.path, words).flatMap((candidate) =>
        isName(candidate) || place.quote !== "" ? [keyItem(place, candidate)] : [],
      );
    case "key":
      return isSection(place.path, words)
        ? keyCandidates(place.path, words).map((candidate) => keyItem(place, candidate))
        : valueItems(place, prefix, words);
    case "entry":
      return [...keyCandidates(place.path, words).map((candidate) => keyItem(place, candidate)), ...listItems(place, prefix, words)];
    case "value":
      return valueItems(place, prefix, words);
    case "item":
      return listItems(place, prefix, words);
    case "operand":
      return prefix === "" ? listItems(place, prefix, words) : [];
    case "method":
      return isList(place.path, words)
        ? listMethods.map((name) => item(place, name, { label: name, kind: "method", ...describeMethod(name) }))
        : [];
  }
}

function isSection(path: readonly string[], { vocabulary }: OptionWords): boolean {
  return schemaAt(fullPath(path), vocabulary)?.section !== undefined;
}

function valueItems(place: OptionPlace, prefix: string, words: OptionWords): Item[] {
  const values = valueCandidates(place.path, words).filter(({ value }) => typeof value === "string" || place.quote === "");
  return [...listItems(place, prefix, words), ...values.map((candidate) => valueItem(place, candidate))];
}

function listItems(place: OptionPlace, prefix: string, words: OptionWords): Item[] {
  return itemCandidates(place.path, prefix, words).map((candidate) =>
    valueItem(place, { ...candidate, value: `${prefix}${candidate.value}` }),
  );
}

function valueItem(place: OptionPlace, { value, detail, doc }: Candidate): Item {
  return item(place, valueText(place, value), { label: String(value), kind: "constant", detail, doc });
}

function valueText({ language, quote, isClosed }: OptionPlace, value: Candidate["value"]): string {
  if (typeof value !== "string") return String(value);
  if (quote !== "") return isClosed ? value : value + quote;
  return language === "yaml" && isPlainYaml(value) ? value : `"${value}"`;
}

/** Says whether YAML reads a word as a text without quotes. */
function isPlainYaml(text: string): boolean {
  return /^[\w$+^][\w.%+:$-]*$/.test(text) && !/^(?:true|false|null|[+\d.][\d._]*)$/i.test(text);
}

function keyItem(place: OptionPlace, candidate: Candidate): Item {
  const kind = candidate.kind === "section" ? "module" : "property";
  const label = String(candidate.value);
  return item(place, keyText(place, candidate), { label, kind, detail: candidate.detail, doc: candidate.doc });
}

function keyText({ kind, language, quote, isClosed, isFollowed }: OptionPlace, candidate: Candidate): string {
  const name = String(candidate.value);
  if (quote !== "" && isClosed) return name;
  if (kind === "member") return name + quote;
  if (language === "lua") return (isName(candidate) ? name : `["${name}"]`) + (isFollowed ? "" : " = ");
  const sign = isFollowed ? "" : language === "yaml" && candidate.kind === "section" ? ":" : ": ";
  if (quote !== "") return name + quote + sign;
  return (language === "json" ? `"${name}"` : name) + sign;
}

function isName({ value }: Candidate): boolean {
  return /^[A-Za-z_]\w*$/.test(String(value)) && !keywords.has(String(value));
}

function item({ word }: OptionPlace, newText: string, about: Pick<Item, "label" | "kind" | "detail" | "doc">): Item {
  return { ...about, span: word, newText };
}
