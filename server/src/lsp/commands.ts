import { ErrorCodes, type ExecuteCommandParams, LSPErrorCodes, MessageType, ResponseError } from "vscode-languageserver";
import {
  type CommandArgument,
  commands,
  type PreviewMessage,
  type RecoverArgument,
  type RunUsage,
  recoveryChoices,
  type SwitchArgument,
} from "../../../shared/methods.js";
import { cutText } from "../base/cut-text.js";
import { rangeAt } from "../base/source-text.js";
import { mapInSteps, type Steps } from "../base/steps.js";
import { type PreviewedMessage, previewInSteps } from "../features/preview.js";
import { providerChoices } from "../features/provider-choices.js";
import { type Status, status } from "../features/status.js";
import { statusText } from "../features/status-text.js";
import { faultText } from "../send/fault-list.js";
import { inputLayer } from "../workspace/input-layer.js";
import { fileUri } from "../workspace/node-host.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { toLspDiagnostic } from "./convert.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";
import { requestBody } from "./request-body.js";
import type { SendRequest } from "./runs.js";
import { showMessage } from "./show-message.js";
import { itemOf } from "./shown-items.js";
import { switchOptions } from "./switch.js";
import { sliced, textParsed } from "./when-parsed.js";

/** A status waits so many ms for the evaluation that is under way anyway; then it makes its own. */
const patience = 1000;
/** So many UTF-16 units of a request or a preview are shown in a message. */
const mostShown = 4000;
/** So many entries of a preview are converted in one step. */
const inOneStep = 200;

/** A command on its way. */
interface Asked {
  readonly argument: CommandArgument;
  readonly signal: AbortSignal;
}

/** Answers `workspace/executeCommand`. Every command takes one object with the `uri` of an open document. */
export async function runCommand(
  server: Server,
  { command, arguments: args }: ExecuteCommandParams,
  { signal, progress }: SendRequest,
): Promise<unknown> {
  const argument = readArgument(command, args?.[0]);
  switch (command) {
    case commands.send:
      return send(server, argument, { signal, progress });
    case commands.cancel:
      return { cancelled: server.runs.cancel(argument.uri) };
    case commands.preview:
      if (argument.item !== undefined) server.shownItems.show(argument.uri, argument.item);
      return showPreview(server, await evaluated(server, argument, signal), { argument, signal });
    case commands.request:
      return showRequest(server, argument, signal);
    case commands.status:
      return showStatus(server, argument, signal);
    case commands.recover:
      return recover(server, argument.uri, args?.[0] as RecoverArgument);
    case commands.switch:
      await switchOptions(server, args?.[0] as SwitchArgument);
      return statusOf(server, argument.uri, signal);
    default:
      throw new ResponseError(ErrorCodes.InvalidParams, `Unknown command ${command}.`);
  }
}

function readArgument(command: string, argument: unknown): CommandArgument {
  const { uri, message, item, input, provider, show, choices } = (argument ?? {}) as Partial<Record<keyof CommandArgument, unknown>>;
  if (typeof uri !== "string") throw new ResponseError(ErrorCodes.InvalidParams, `${command} needs one argument: { "uri": … }.`);
  if (message !== undefined && !Number.isInteger(message))
    throw new ResponseError(ErrorCodes.InvalidParams, `${command}: "message" must be a whole number.`);
  if (item !== undefined && !(Number.isSafeInteger(item) && (item as number) > 0))
    throw new ResponseError(ErrorCodes.InvalidParams, `${command}: "item" must be a whole number from 1 on.`);
  if (input !== undefined && typeof input !== "string")
    throw new ResponseError(ErrorCodes.InvalidParams, `${command}: "input" must be a string.`);
  if (provider !== undefined && typeof provider !== "string" && command === commands.request)
    throw new ResponseError(ErrorCodes.InvalidParams, `${command}: "provider" must be the name of a provider.`);
  return {
    uri,
    show: show === true,
    choices: choices === true,
    ...(message !== undefined && { message: message as number }),
    ...(item !== undefined && { item: item as number }),
    ...(input !== undefined && { input }),
    ...(typeof provider === "string" && { provider }),
  };
}

/** Of a fanout, what is sent is the item that is named, else the one that the person looked at. */
async function send({ runs, client, shownItems }: Server, argument: CommandArgument, request: SendRequest): Promise<unknown> {
  const { uri, input, item = shownItems.count(uri) > 0 ? shownItems.shown(uri) : undefined } = argument;
  const answer = await runs.send(uri, { ...request, ...(item !== undefined && { item }), ...(input !== undefined && { input }) });
  if (answer.accepted) return answer;
  const { refusal } = answer;
  if (refusal.kind === "cancelled") return { accepted: false, message: "The send was cancelled." };
  if (refusal.kind === "refused") return { accepted: false, message: refusal.message };
  const { evaluated: state, blocking } = refusal;
  const [first] = blocking;
  const placing = { uri, text: state.snapshot.text, encoding: client.encoding, texts: state.files?.texts };
  return {
    accepted: false,
    ...(first && { message: faultText(first) }),
    diagnostics: blocking.map((entry) => toLspDiagnostic(placing, entry)),
  };
}

/** A person sees how the request begins; with files, it can be very long. */
async function showRequest(server: Server, { uri, provider, show }: CommandArgument, signal: AbortSignal): Promise<string> {
  const body = await requestBody(server, uri, { signal, ...(provider !== undefined && { provider }) });
  if (show) showMessage(server.connection, MessageType.Info, cutText(body, mostShown));
  return body;
}

async function recover({ documents, recovery }: Server, uri: string, { choice }: RecoverArgument): Promise<unknown> {
  if (documents.get(uri) === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
  if (choice !== undefined && !recoveryChoices.includes(choice))
    throw new ResponseError(ErrorCodes.InvalidParams, `${commands.recover}: "choice" must be one of ${recoveryChoices.join(", ")}.`);
  return recovery.recover(uri, choice);
}

/** A person sees how the preview begins. */
function showPreview(server: Server, state: Evaluated, { argument, signal }: Asked): unknown {
  return sliced(server.documents, previewAnswer(server, state, argument), signal);
}

function* previewAnswer({ client: { encoding }, connection }: Server, state: Evaluated, argument: CommandArgument): Steps<unknown> {
  const { uri, text } = state.snapshot;
  const shown = yield* previewInSteps(state, argument.message);
  if (shown === undefined) throw new ResponseError(ErrorCodes.InvalidParams, `There is no message ${argument.message} in this document.`);
  if (argument.show) showMessage(connection, MessageType.Info, cutText(shown.markdown, mostShown));
  const place = { uri, text, encoding, texts: state.files?.texts };
  return {
    markdown: shown.markdown,
    parts: shown.parts,
    diagnostics: yield* mapInSteps(shown.diagnostics, inOneStep, (entry) => toLspDiagnostic(place, entry)),
    map: yield* mapInSteps(shown.map, inOneStep, ({ start, end, span }) => ({
      start,
      end,
      file: uri,
      range: rangeAt(text, span, encoding),
    })),
    messages: yield* mapInSteps(shown.messages, inOneStep, withFileUris),
  };
}

function withFileUris(message: PreviewedMessage): PreviewMessage {
  if (message.parts.every(({ path }) => path === undefined)) return message;
  const parts = message.parts.map(({ path, ...part }) => ({ ...part, ...(path !== undefined && { file: fileUri(path) }) }));
  return { ...message, parts };
}

async function showStatus(server: Server, { uri, show, choices }: CommandArgument, signal: AbortSignal): Promise<Status> {
  const answer = await statusOf(server, uri, signal);
  if (choices) return { ...answer, choices: providerChoices(server.documents.get(uri)?.evaluated) };
  if (show) showMessage(server.connection, MessageType.Info, statusText(answer));
  return answer;
}

/** The status of a document; of its options as they are now, not as they were at the last evaluation. */
function statusOf(
  { documents, evaluator, service, runs }: Server,
  uri: string,
  signal: AbortSignal,
): Promise<Status & { running: boolean; usage?: RunUsage }> {
  return forCurrentText(documents, uri, async (document) => {
    const { snapshot, outdated } = document;
    const anew = { omitOutput: true, signal: AbortSignal.any([signal, outdated]) };
    const known = runs.sent(uri) ?? (await evaluator.current(document, patience)) ?? (await service.evaluate(snapshot, anew));
    const usage = runs.usage(uri);
    return { ...status(known ?? { snapshot, outcome: "crashed" }), running: runs.isRunning(uri), ...(usage && { usage }) };
  });
}

/** A new evaluation of the present text, for a preview needs what it renders to; while a reply is written, that of what was sent. */
function evaluated(server: Server, { uri, item = itemOf(server, uri), input }: CommandArgument, signal: AbortSignal): Promise<Evaluated> {
  const { documents, service, runs } = server;
  return forCurrentText(documents, uri, async ({ snapshot, outdated }) => {
    const sent = runs.sent(uri);
    if (sent !== undefined) return sent;
    const chosen = { ...(item !== undefined && { item }), ...(input !== undefined && { above: inputLayer(input) }) };
    const options = { signal: AbortSignal.any([signal, outdated]), omitValues: true, ...chosen };
    const running = [service.evaluate(snapshot, options), textParsed(snapshot)] as const;
    const [known] = await Promise.all(running);
    return known ?? { snapshot, outcome: "crashed" };
  });
}
