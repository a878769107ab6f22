import { type Span, shift, touches } from "../../base/span.js";
import type { Watch } from "../../engines/go/execute/watch.js";
import { createMessages } from "../../engines/go/message/messages.js";
import { shownType, shownValue } from "../../engines/go/message/shown-value.js";
import type { GoMap } from "../../engines/go/values/go-value.js";
import type { Chunk } from "../../lua/errors.js";
import type { PlacedMessage } from "../../syntax/ast.js";
import { type MessageRenderer, type RenderWorld, resolverFor } from "../message-renderer.js";
import { embedAdvice, embedSources } from "./embed-sources.js";
import { createScope } from "./scope.js";
import { shownScope } from "./shown-scope.js";

/** Renders messages that are Go templates (spec/go-templates.md, "In a `.chat` file"). */
export function goRenderer(world: RenderWorld): MessageRenderer {
  const { document, request, config, chunks, state, questions, crowd, resolve, isWanted } = world;
  const { surroundings, environment = {}, variables = {}, repository } = request;
  const { dirname, home, cwd, filename = `${dirname}/untitled.chat` } = surroundings;
  const option = (name: string): unknown => config.get(`templating.go.${name}`)?.value;
  const embed = { questions, home, cwd, prompts: option("prompts") as { readonly [name: string]: string } };
  const allowed = new Set(option("env") as readonly string[]);
  const scopeOf = createScope({
    document,
    surroundings,
    state,
    variables: [...new Set([...world.variables, ...Object.keys(variables)])],
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => allowed.has(name))),
    git: option("git") === true ? ({ ...repository } satisfies GoMap) : {},
  });
  const render = createMessages({
    state,
    missingKey: option("missing_key") === "error" ? "error" : "default",
    now: () => new Date(surroundings.now),
    embed: embedSources(embed),
    adviseEmbed: (ref, from) => embedAdvice(embed, ref, from),
    key: filename,
    findFile: (path) => {
      const reference = {
        kind: "file-reference",
        span: { start: 0, end: path.length + 1 },
        path: { start: 1, end: path.length + 1 },
        options: [],
      } as const;
      return resolve(`@${path}`, reference, () => false);
    },
    ...(crowd && { crowd }),
  });
  const renderMessage: MessageRenderer = (index) => {
    const placed = document.messages[index] as PlacedMessage;
    const { message, start } = placed;
    const wantsValue = (span: Span): boolean => isWanted(shift(span, start));
    const { source: text } = chunks[index] as Chunk;
    const watch = watchOf(world, placed);
    return render({ message, text, start, scope: scopeOf(index), wantsValue, ...(watch && { watch }), ...resolverFor(placed, world) });
  };
  renderMessage.scope = () => shownScope(scopeOf(document.messages.length));
  return renderMessage;
}

/** Watches the offset that somebody asks about, where it lies in a message. */
function watchOf({ request, probe }: RenderWorld, { message, start }: PlacedMessage): Watch | undefined {
  const { probe: offset } = request;
  if (offset === undefined || !touches(shift(message.span, start), offset)) return undefined;
  return {
    offset: offset - start,
    record({ span, name, kind, value }) {
      probe.tell({ span: shift(span, start), name, kind: probeKinds[kind], type: shownType(value), display: shownValue(value) });
    },
  };
}

const probeKinds = { field: "member", variable: "local", call: "call" } as const;
