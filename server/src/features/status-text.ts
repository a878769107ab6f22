import { cutText } from "../base/cut-text.js";
import { basename } from "../base/paths.js";
import { origins } from "../config/operations.js";
import { originInWords } from "./options/describe.js";
import type { Status } from "./status.js";

/** A value of more UTF-16 units is cut: a message is read at a glance. */
const longest = 60;

/** A status as sentences, for editors that show a message: who answers, what is set and by whom, the project file, the problems. */
export function statusText(status: Status): string {
  return [...answerer(status), ...choices(status), ...projectFile(status), ...problems(status)].join(" ");
}

function answerer({ provider, model, engine }: Status): string[] {
  if (provider === undefined) return [];
  return [`${model ? `${provider}/${model}` : provider} answers; the templates are in ${engine}.`];
}

function choices({ options = {} }: Status): string[] {
  return origins.flatMap((origin) => {
    const own = Object.entries(options).filter(([, option]) => option.origin === origin);
    const written = own.map(([path, { value }]) => `${path} = ${cutText(JSON.stringify(value), longest)}`);
    return own.length === 0 ? [] : [`${capital(originInWords(origin))}: ${written.join(", ")}.`];
  });
}

function projectFile({ project }: Status): string[] {
  const name = basename(project?.path ?? "");
  switch (project?.state) {
    case undefined:
    case "none":
      return [];
    case "active":
      return [`${name} counts.`];
    case "failed":
      return [`${name} fails; what it said last counts.`];
    case "untrusted":
      return [`${name} does not count, for this workspace is not trusted.`];
  }
}

function problems({ frontmatterError, diagnostics: { blocking, warnings } }: Status): string[] {
  return [
    ...(frontmatterError === undefined ? [] : [`The frontmatter: ${frontmatterError}`]),
    blocking === 0 ? "Nothing blocks a send." : blocking === 1 ? "1 problem blocks a send." : `${blocking} problems block a send.`,
    ...(warnings === 0 ? [] : [warnings === 1 ? "There is 1 warning." : `There are ${warnings} warnings.`]),
  ];
}

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
