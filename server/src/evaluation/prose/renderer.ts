import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { basename } from "../../base/paths.js";
import { type Span, shift } from "../../base/span.js";
import type { MessageRun } from "../../engines/engine.js";
import { type Data, DataTable, jsonOfData } from "../../engines/prose/language/data.js";
import { type LuaHost, runProseMessage } from "../../engines/prose/message/run-message.js";
import { encodeUtf8 } from "../../lua/bytes.js";
import { type Chunk, LimitError } from "../../lua/errors.js";
import type { ChatDocument, PlacedMessage } from "../../syntax/ast.js";
import { type MessageRenderer, type RenderWorld, resolverFor } from "../message-renderer.js";
import { worldOf } from "./document-world.js";
import { createFanout } from "./fanout.js";
import { luaHost } from "./lua-host.js";

/** Renders messages of prose, each a section of its own (spec/prose-substitution.md, "In a `.chat` file"). */
export function proseRenderer(world: RenderWorld): MessageRenderer {
  const { document, state, offsets } = world;
  const host = luaHost(state, offsets);
  try {
    return createRenderer(world, host);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    // What the frontmatter left is too much to start messages from.
    const render = (): MessageRun => ({ failed: true, stopped: error, pieces: [], values: [], problems: [] });
    return Object.assign(render, { problems: [host.limit(error, document.frontmatter?.open ?? { start: 0, end: 0 })] });
  }
}

function createRenderer(world: RenderWorld, host: LuaHost): MessageRenderer {
  const { document, request, chunks, offsets, state, probe, isWanted, crowd } = world;
  const sections = worldOf(state);
  const problems = sealProblems(world, sections.seal());
  const fanout = createFanout(world);
  const code = luaOf(document);
  const sectionCount = document.messages.filter(({ message }) => message.role !== "Assistant").length;

  /** One message, for one item of a fanout; the arms that are not shown tell nothing but their faults. */
  function run(index: number, arm: { readonly number: number | undefined; readonly isShown: boolean }): MessageRun {
    const placed = document.messages[index] as PlacedMessage;
    const { message, start } = placed;
    const chunk = chunks[index] as Chunk;
    return runProseMessage({
      message,
      // What runs needs an identity, and not every chunk has one.
      chunk: chunk.id === "" ? { ...chunk, id: `message ${index}` } : chunk,
      start,
      frontmatter: code,
      offsets,
      world: sections,
      sys: sysOf(index, arm.number),
      host,
      wantsValue: (span: Span) => isWanted(shift(span, start)),
      ...resolverFor(placed, world),
      ...(crowd && arm.isShown && { crowd }),
      ...(arm.isShown && probe.within(start, message.span)),
    });
  }

  function sysOf(index: number, arm: number | undefined): DataTable {
    const { surroundings } = request;
    const about = new DataTable();
    const fields: [string, Data][] = [
      ["when", new Date(surroundings.now).toISOString().replace(/\.\d+Z$/, "Z")],
      ["id", index + 1],
      ["section_name", document.messages[index]?.message.role ?? ""],
      ["section_count", sectionCount],
      ["execution", basename(surroundings.filename ?? "untitled.chat")],
      ...(arm === undefined ? [] : [["index", arm] as [string, Data]]),
    ];
    for (const [name, value] of fields) about.members.set(name, value);
    return about;
  }

  const renderItems = fanout.renderer(sections, run);
  const render = (index: number): MessageRun => {
    try {
      return renderItems(index);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      const { start, message } = document.messages[index] as PlacedMessage;
      return { failed: true, stopped: error, pieces: [], values: [], problems: [host.limit(error, shift(message.marker, start))] };
    }
  };
  return Object.assign(render, {
    problems: [...problems, ...fanout.problems],
    items: fanout.count,
    scope: () => ({
      var: jsonOfData(sections.clipboard),
      argv: jsonOfData(sections.argv() ?? null),
      sys: jsonOfData(sysOf(document.messages.length - 1, fanout.shown === undefined ? undefined : 1)),
      item: jsonOfData(fanout.shown ?? null),
    }),
  });
}

/** The code of the frontmatter, where it is Lua. */
function luaOf({ frontmatter, source }: ChatDocument): string {
  return frontmatter?.language.toLowerCase() === "lua" ? source.slice(frontmatter.body.start, frontmatter.body.end) : "";
}

function sealProblems({ document, state }: RenderWorld, faults: readonly { readonly name: string; readonly text: string }[]): Diagnostic[] {
  const { frontmatter } = document;
  if (frontmatter === undefined) return [];
  return faults.map(({ name, text }) => {
    const site = state.environment.assignedAt.get(encodeUtf8(name));
    const at = site?.chunk.id === "frontmatter" ? shift(site.span, frontmatter.body.start) : frontmatter.open;
    return diagnostic("prose/clipboard", at, `${text}.`);
  });
}
