import type { Json } from "../../base/json.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { dataVariables } from "../lua/frontmatter-data.js";
import { createInference, type Variables } from "../lua/infer.js";
import { nameUses } from "../lua/names.js";
import { type MemberShape, merge, type Shape, shapeOfJson, unknown } from "../lua/shape.js";
import type { Prompts } from "./prompts.js";
import type { GoKnown } from "./value.js";

/** What an evaluation told of the scope. */
export interface KnownScope {
  /** The variables of the frontmatter. */
  readonly variables?: Variables | undefined;
  /** The scope of the last message. */
  readonly scope?: { readonly [name: string]: Json } | undefined;
  /** What can be embedded by name. */
  readonly prompts?: Prompts;
}

type Row = readonly [path: string, type: "map" | "list" | "string" | "bool" | "any", doc: string];

const rows: readonly Row[] = [
  ["inputs", "map", "The variables of the frontmatter."],
  ["system", "map", "The machine."],
  ["system.os", "string", "The operating system as Go calls it: linux, darwin, windows."],
  ["system.arch", "string", "The processor as Go calls it: amd64, arm64."],
  ["system.cwd", "string", "The folder that templates work in."],
  ["time", "map", "The time of the evaluation, at which it stands still."],
  ["time.now", "string", "The time now (RFC 3339). It is another one with every send: in @System, prefer .time.today."],
  ["time.today", "string", "The date today: 2006-01-02."],
  ["time.timezone", "string", "The name of the time zone: Europe/Zurich."],
  ["git", "map", "The repository; empty unless templating.go.git is true."],
  ["git.branch", "string", "The branch that is checked out."],
  ["git.commit", "string", "The commit that is checked out."],
  ["git.dirty", "bool", "Whether there are changes that are not committed."],
  ["env", "map", "Variables of the environment, those that templating.go.env allows."],
  ["swarm", "map", "Always empty here."],
  ["invocationMode", "string", "interactive in an editor, headless on the command line."],
  ["turns", "list", "What the assistant said so far: .text, and .json where it is JSON."],
  ["filename", "string", "The path of this document; nil while it has no file."],
  ["dirname", "string", "The folder that relative paths start from."],
];

/** What every message can read: names and types, and a sentence about each, by the path from the scope. */
export const scopeFields: ReadonlyMap<string, { readonly type: Row[1]; readonly doc: string }> = new Map(
  rows.map(([path, type, doc]) => [path, { type, doc }]),
);

/** What is known of the scope of a document. */
export function scopeOf(document: ChatDocument, { variables = {}, scope }: KnownScope): GoKnown {
  const members = new Map(fixedMembers(""));
  members.set("inputs", { shape: inputsShape(document, variables) });
  for (const [name, value] of Object.entries(scope ?? {})) {
    const told = shapeOfJson(value);
    members.set(name, { shape: merge(told, members.get(name)?.shape ?? told) });
  }
  return { shape: { kind: "table", members, count: 0, item: unknown }, path: [] };
}

function fixedMembers(prefix: string): [string, MemberShape][] {
  return rows.flatMap(([path, type]): [string, MemberShape][] => {
    const name = path.slice(prefix.length);
    if (!path.startsWith(prefix) || name.includes(".")) return [];
    return [[name, { shape: shapeOfType(path, type) }]];
  });
}

function shapeOfType(path: string, type: Row[1]): Shape {
  switch (type) {
    case "string":
      return { kind: "string" };
    case "bool":
      return { kind: "boolean" };
    case "map":
      return { kind: "table", members: new Map(fixedMembers(`${path}.`)), count: 0, item: unknown };
    case "list":
      return { kind: "table", members: new Map(), count: 0, item: turn };
    default:
      return unknown;
  }
}

const turn: Shape = {
  kind: "table",
  members: new Map([
    ["text", { shape: { kind: "string" } }],
    ["json", { shape: unknown }],
  ]),
  count: 0,
  item: unknown,
};

/** The variables that the frontmatter sets: functions are none that a template sees. */
function inputsShape(document: ChatDocument, variables: Variables): Shape {
  const inference = createInference(document);
  const end = document.frontmatter?.span.end ?? 0;
  const uses = nameUses(document).filter(({ role, binding, span }) => role === "write" && binding.kind === "global" && span.end <= end);
  const keys = dataVariables(document).map(({ name }) => name);
  const names = new Set([...uses.map(({ name }) => name), ...keys, ...Object.keys(variables)]);
  names.delete("flemma");
  const shapes = [...names].map((name): [string, MemberShape] => {
    const span = uses.find((use) => use.name === name)?.span;
    const written = inference.ofGlobal(name, end);
    const told = Object.hasOwn(variables, name) ? shapeOfJson(variables[name] as Json) : written;
    return [name, { shape: merge(told, written), ...(span && { span }) }];
  });
  const visible = shapes.filter(([, { shape }]) => shape.kind !== "function" && shape.kind !== "environment");
  return { kind: "table", members: new Map(visible), count: 0, item: unknown };
}
