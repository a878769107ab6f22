import type { ConfigurationMiddleware } from "vscode-languageclient/node";

/** What each place of settings holds of a section, as `WorkspaceConfiguration.inspect` of VS Code tells. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * Answers the server's questions for settings with what people set: the defaults of the manifest are nobody's choice. A
 * question without a folder is for the person's own settings, one with a folder for all that count there.
 */
export function createSettingsMiddleware(
  inspect: (section: string, folder: string | undefined) => Inspected | undefined,
): ConfigurationMiddleware {
  return {
    configuration: ({ items }) =>
      items.map(({ section = "chat", scopeUri }) => {
        const { globalValue, workspaceValue, workspaceFolderValue } = inspect(section, scopeUri) ?? {};
        const values = scopeUri === undefined ? [globalValue] : [globalValue, workspaceValue, workspaceFolderValue];
        return values.reduce(merged, null);
      }),
  };
}

/** The upper value on top of the lower one: objects member by member, everything else as a whole. */
function merged(lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower;
  if (!isObject(lower) || !isObject(upper)) return upper;
  const members = Object.entries(upper).map(([name, value]) => [name, merged(lower[name], value)]);
  return { ...lower, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
