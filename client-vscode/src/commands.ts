import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";

/** The object argument of every `chat.*` command. */
export interface CommandParams {
  readonly uri: string;
  /** The answer is for a person. */
  readonly show?: true;
  /** The item of a fanout that a lens names. */
  readonly item?: number;
}

/** What commands need of the editor. */
export interface CommandHost {
  /** URI of the conversation that the person is at. */
  active(): Promise<string | undefined>;
  /** Opens the preview of a document. */
  preview(uri: string): void;
  /** Opens the preview of a document at its request. */
  request(uri: string): void;
  tell(message: string): void;
}

/**
 * Makes the server's commands usable from palette, menus and keys: there they have no argument, or the URI of what the menu
 * belongs to. Answers that are documents are shown as such; which item of a fanout is shown, the server keeps.
 */
export function createCommandMiddleware(host: CommandHost): NonNullable<ExecuteCommandMiddleware["executeCommand"]> {
  return async (command, args, next) => {
    const params = await paramsOf(args[0], host.active);
    if (params === undefined) {
      host.tell("This command is for conversations. Open a .chat file first.");
      return;
    }
    if (command === "chat.preview" && params.item !== undefined) await next(command, [params]);
    if (command === "chat.preview" && (isForPerson(params) || params.item !== undefined)) return host.preview(params.uri);
    if (command === "chat.request" && isForPerson(params)) return host.request(params.uri);
    return next(command, [params]);
  };
}

/** Programs name more than a document; code actions and lenses name the document, and the palette means a person. */
function isForPerson(params: object): boolean {
  return Object.keys(params).every((name) => name === "uri" || name === "show");
}

/** The argument of a command: one of ours as it is, the URI of a menu, or the conversation that the person is at. */
export async function paramsOf(argument: unknown, active: CommandHost["active"]): Promise<CommandParams | undefined> {
  if (isObject(argument) && typeof argument.uri === "string") return argument as object as CommandParams;
  const isUri = isObject(argument) && typeof argument.scheme === "string" && typeof argument.path === "string";
  const uri = isUri ? String(argument) : await active();
  return uri === undefined ? undefined : { uri, show: true };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
