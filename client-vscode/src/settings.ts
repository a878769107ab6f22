import type { ConfigurationMiddleware } from "vscode-languageclient/node";

/** What each place of settings holds of a section, as `WorkspaceConfiguration.inspect` of VS Code tells. */
export interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Where settings are asked for. */
export interface SettingsHost {
  inspect(section: string, folder: string | undefined): Inspected | undefined;
  /** The names of the settings that are the server's, with `chat.` before each. */
  readonly names: readonly string[];
}

/**
 * Answers the server's questions for settings with what people set: the defaults of the manifest are nobody's choice. A
 * question without a folder is for the person's own settings, one with a folder for all that count there. VS Code has
 * settings of its own below `chat`, which are none of the server's business.
 */
export function createSettingsMiddleware({ inspect, names }: SettingsHost): ConfigurationMiddleware {
  return {
    configuration: ({ items }) =>
      items.map(({ section = "chat", scopeUri }) => {
        const inspected = inspect(section, scopeUri) ?? {};
        const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = inspected;
        const values = scopeUri === undefined ? [globalValue] : [globalValue, workspaceValue, workspaceFolderValue];
        return ownOf(values.reduce(merged, null), { names, path: section, registered: defaultValue });
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

/** Where a value stands: `registered` is what VS Code knows below that path, from whichever extension. */
interface Place {
  readonly names: readonly string[];
  readonly path: string;
  readonly registered: unknown;
}

/** A value without what others registered, and without what has no section of ours: it may be left over from others. */
function ownOf(value: unknown, { names, path, registered }: Place): unknown {
  if (!isObject(value) || names.includes(path)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const place = { names, path: `${path}.${name}`, registered: isObject(registered) ? registered[name] : undefined };
    return isTheirs(place) ? [] : [[name, ownOf(member, place)]];
  });
  return Object.fromEntries(members);
}

function isTheirs({ names, path, registered }: Place): boolean {
  if (names.some((name) => name === path || name.startsWith(`${path}.`))) return false;
  return registered !== undefined || path.split(".").length === 2;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
