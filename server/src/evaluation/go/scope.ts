import type { Surroundings } from "../../engines/engine.js";
import { JsonError, readJson } from "../../engines/go/json/read-json.js";
import type { GoMap, GoValue } from "../../engines/go/values/go-value.js";
import { mapSet } from "../../engines/go/values/maps.js";
import { encodeUtf8 } from "../../lua/bytes.js";
import { calendarTime, formatTime } from "../../lua/library/calendar.js";
import type { LuaState } from "../../lua/state.js";
import type { ChatDocument, PlacedMessage } from "../../syntax/ast.js";
import { literalText } from "../../syntax/literal.js";
import { goFromLua } from "./lua-to-go.js";

/** What the scope of a document is made of. */
export interface ScopeSources {
  readonly document: ChatDocument;
  readonly surroundings: Surroundings;
  /** Holds the variables. */
  readonly state: LuaState;
  /** The names of the variables that messages see. */
  readonly variables: readonly string[];
  /** The variables of the environment that the options let templates see. */
  readonly environment: { readonly [name: string]: string };
  /** The repository, where the options ask for it. */
  readonly git: GoMap;
}

/** Makes what gives the scope of each message, by its index; asked in their order (spec/go-templates.md, "In a `.chat` file"). */
export function createScope(sources: ScopeSources): (index: number) => GoMap {
  const { document, surroundings, state, variables, environment, git } = sources;
  const inputs: { [name: string]: GoValue } = {};
  for (const name of variables) mapSet(inputs, name, goFromLua(state.environment.globals.get(encodeUtf8(name)), state));
  const { filename, dirname, cwd, os = "", arch = "", invocationMode = "interactive" } = surroundings;
  const common = {
    inputs,
    system: { os, arch, cwd },
    time: timeOf(surroundings),
    git,
    env: { ...environment },
    swarm: {},
    invocationMode,
    filename: filename ?? null,
    dirname,
  };
  let turns: readonly GoValue[] = [];
  let read = 0;
  return (index) => {
    for (; read < index; read++) {
      const placed = document.messages[read] as PlacedMessage;
      if (placed.message.role === "Assistant") turns = [...turns, turnOf(document.source, placed)];
    }
    return { ...common, turns };
  };
}

function timeOf({ now, timeZone }: Surroundings): GoMap {
  const time = calendarTime(Math.floor(now / 1000), timeZone);
  if (time === undefined) return { timezone: timeZone };
  const zone = time.offset === 0 ? "Z" : formatTime("%z", time).replace(/..$/, ":$&");
  return { now: formatTime("%Y-%m-%dT%H:%M:%S", time) + zone, today: formatTime("%Y-%m-%d", time), timezone: timeZone };
}

/** What an assistant said, and what it is as JSON where it is some, alone or in a code fence. */
function turnOf(source: string, { message, start }: PlacedMessage): GoMap {
  const texts = message.segments.map((segment) => (segment.kind === "text" ? literalText(source, start, segment) : ""));
  const text = texts.join("").trim();
  const json = jsonIn(/^(`{3,}|~{3,})(?:json)?[ \t]*\n(.*)\n\1$/is.exec(text)?.[2] ?? text);
  return json === undefined ? { text } : { text, json };
}

function jsonIn(text: string): GoValue {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
