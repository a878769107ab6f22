import { resolve } from "node:path";
import type { EmbedSource, GoTemplateError, GoValue } from "../go-template.js";
import type { Arguments } from "./arguments.js";
import { namedFile, readText } from "./documents.js";
import { type Io, RunError } from "./io.js";
import { displayPath } from "./paths.js";
import type { TemplateText } from "./template.js";
import { createWorkspaceFolders } from "./workspace-folder.js";

/** Loaded with the first template: nothing else needs it. */
type GoTemplates = typeof import("../go-template.js");

/** How long a template may take, in ms. */
const deadlineMs = 30_000;

/** Renders a template of Go, and gives the exit code: 1 when it has a fault. */
export async function goTemplate({ text, name, file }: TemplateText, args: Arguments, io: Io): Promise<number> {
  const go = await import("../go-template.js");
  const scope = scopeOf(go, args.value("data"), io);
  const options = { name, escapeCodeRegions: !args.has("no-code-regions") };
  const result = go.renderGoTemplate(text, scope, {
    ...options,
    missingKey: args.value("missing-key") === "error" ? "error" : "default",
    embed: [embedSource(go, { args, io, file })],
    deadlineMs,
  });
  if (result.ok) {
    io.stdout.write(result.output);
    return 0;
  }
  const { problems } = go.parseGoTemplate(text, options);
  for (const error of problems.length > 0 ? problems : [result.error]) io.stderr.write(`${errorLine(error)}\n`);
  return 1;
}

function scopeOf({ goValueFromJson, JsonError }: GoTemplates, path: string | undefined, io: Io): GoValue {
  if (path === undefined) return {};
  try {
    return goValueFromJson(readText(namedFile(path, io.cwd), io.cwd).replace(/^\ufeff/, ""));
  } catch (error) {
    if (error instanceof JsonError) throw new RunError(`'${path}' is not JSON: ${error.message}.`);
    throw error;
  }
}

/** Files below the workspace folder, called as results call them. */
function embedSource(
  { fileEmbedSource }: GoTemplates,
  { args, io, file }: { readonly args: Arguments; readonly io: Io; readonly file: string | undefined },
): EmbedSource {
  const folders = createWorkspaceFolders(args, io);
  if (file !== undefined) folders.add(file);
  const files = fileEmbedSource({ root: folders.found.at(-1) as string });
  return {
    read: (ref, from) => {
      const found = files.read(ref, resolve(io.cwd, from));
      return found && { key: displayPath(found.key, io.cwd), text: found.text };
    },
  };
}

function errorLine({ template: name, line, column, detail }: GoTemplateError): string {
  return `${name}:${line}:${column}: ${detail}`;
}
