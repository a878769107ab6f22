import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { DocumentEvaluated, LspPosition, LspRange, PreviewAnswer, RunChanged } from "../../../shared/methods.js";
import { messageOf } from "../message-of.js";
import { type Drawing, type DrawnMessage, drawingOf, type ImageSource, placeAt } from "./drawing.js";
import { imageData } from "./image-data.js";
import type { FromPage, PageState, Tab, ToPage } from "./messages.js";
import { pageOf } from "./page.js";

/** The panel beside the conversation: what would be sent, as it is typed. There is one; it follows the active conversation. */
export interface PreviewPanel extends vscode.Disposable {
  /** Opens it for a document, or brings it there. */
  show(uri: string, tab: Tab): void;
  /** URI of the document that it shows, while a person is at it. */
  active(): string | undefined;
  /** A person came to it, or left it. */
  readonly onDidChangeActive: vscode.Event<void>;
  /** Handler of `chat/evaluated`. */
  evaluated(params: DocumentEvaluated): void;
  /** Handler of `chat/runChanged`. */
  runChanged(params: RunChanged): void;
}

/** What is asked of the server. */
export interface PreviewSource {
  preview(uri: string): Promise<PreviewAnswer>;
  request(uri: string): Promise<string>;
}

/** Its type, also in `when` clauses. */
const panelType = "chat.preview";

/** Makes the panel; it opens when it is asked to. */
export function createPreviewPanel(extension: vscode.Uri, source: PreviewSource): PreviewPanel {
  const resources = vscode.Uri.joinPath(extension, "dist", "preview");
  const media = (name: string): vscode.Uri => vscode.Uri.joinPath(extension, "media", name);
  let panel: vscode.WebviewPanel | undefined;
  let uri = "";
  let tab: Tab = "conversation";
  let shown: PreviewAnswer | undefined;
  let drawing: Drawing | undefined;
  let runState: RunChanged["state"] | undefined;
  /** Hashes of the images that the page has. */
  let images = new Set<string>();
  /** A request for the present state is under way, and whether the state is another one already. */
  let isAsking = false;
  let isStale = false;

  const activeChanged = new vscode.EventEmitter<void>();

  const post = (message: ToPage): void => void panel?.webview.postMessage(message);

  function open(): vscode.WebviewPanel {
    const made = vscode.window.createWebviewPanel(
      panelType,
      "Preview",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      options(resources),
    );
    adopt(made);
    return made;
  }

  function adopt(made: vscode.WebviewPanel): void {
    panel = made;
    made.webview.options = options(resources);
    made.iconPath = { light: media("chat-light.svg"), dark: media("chat-dark.svg") };
    made.webview.onDidReceiveMessage(heard);
    made.onDidDispose(() => {
      if (panel === made) panel = undefined;
      activeChanged.fire();
    });
    made.onDidChangeViewState(() => {
      if (made.visible && panel === made) void refresh();
      activeChanged.fire();
    });
    made.webview.html = pageOf({
      script: made.webview.asWebviewUri(vscode.Uri.joinPath(resources, "preview.js")).toString(),
      style: made.webview.asWebviewUri(vscode.Uri.joinPath(resources, "preview.css")).toString(),
      source: made.webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
    });
  }

  function heard(message: FromPage): void {
    if (message.kind === "ready") {
      images = new Set();
      post({ kind: "tab", tab });
      void refresh();
    } else if (message.kind === "tab") {
      tab = message.tab;
      void refresh();
    } else if (message.kind === "openRequest") void told(openRequest());
    else
      void told(
        reveal(message.kind === "revealPosition" ? { start: message.position, end: message.position } : shown?.map[message.place]?.range),
      );
  }

  function follow(next: string): void {
    if (next !== uri) {
      runState = undefined;
      // Places that are drawn still are none of the next document.
      shown = undefined;
      drawing = undefined;
    }
    uri = next;
    if (panel !== undefined) panel.title = `Preview ${nameOf(uri)}`;
    void refresh();
  }

  /** Shows the newest state; what changes meanwhile is asked for once more afterwards. */
  async function refresh(): Promise<void> {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    while (isStale && panel?.visible) {
      isStale = false;
      const asked = uri;
      const answer = tab === "conversation" ? await conversation(asked) : await request(asked);
      if (asked !== uri) isStale = true;
      else if (answer !== undefined) post(answer);
    }
    isAsking = false;
    if (tab === "conversation" && panel?.visible) {
      showCursor();
      await showImages();
    }
  }

  async function conversation(asked: string): Promise<ToPage | undefined> {
    try {
      const answer = await source.preview(asked);
      if (asked !== uri) return undefined;
      shown = answer;
      drawing = drawingOf(answer);
      const note = runState === "running" || runState === "waiting" ? "A reply is being written: this is what was sent." : "";
      return { kind: "conversation", uri: asked, name: nameOf(asked), drawing, note };
    } catch (error) {
      return isOutdated(error) ? undefined : { kind: "nothing", reason: reasonOf(asked, error) };
    }
  }

  async function request(asked: string): Promise<ToPage | undefined> {
    try {
      return { kind: "request", uri: asked, body: await source.request(asked) };
    } catch (error) {
      return isOutdated(error) ? undefined : { kind: "request", uri: asked, reason: reasonOf(asked, error) };
    }
  }

  async function showImages(): Promise<void> {
    for (const image of drawing?.messages.flatMap(imagesIn) ?? []) {
      if (images.has(image.sha256)) continue;
      images.add(image.sha256);
      post({ kind: "image", sha256: image.sha256, ...(await imageData(image)) });
    }
  }

  function showCursor(): void {
    const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
    const editor = editors.find((each) => each?.document.uri.toString() === uri);
    if (shown !== undefined && editor !== undefined) post({ kind: "cursor", place: placeAt(shown.map, editor.selection.active) });
  }

  async function reveal(range: LspRange | undefined): Promise<void> {
    if (range === undefined) return;
    const selection = new vscode.Range(positionOf(range.start), positionOf(range.start));
    const column = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.viewColumn;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await vscode.window.showTextDocument(document, { selection, viewColumn: column ?? vscode.ViewColumn.One });
  }

  async function openRequest(): Promise<void> {
    const asked = uri;
    const content = await source.request(asked).catch((error: unknown) => Promise.reject(new Error(reasonOf(asked, error))));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
  }

  const subscriptions = [
    activeChanged,
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (panel !== undefined && editor?.document.languageId === "chat") follow(editor.document.uri.toString());
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (panel?.visible && tab === "conversation" && textEditor.document.uri.toString() === uri) showCursor();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.uri.toString() === uri) post({ kind: "nothing", reason: closedReason(uri) });
    }),
    vscode.window.registerWebviewPanelSerializer(panelType, {
      async deserializeWebviewPanel(restored, state: Partial<PageState> | undefined) {
        const editor = vscode.window.visibleTextEditors.find(({ document }) => document.languageId === "chat");
        uri = state?.uri ?? editor?.document.uri.toString() ?? "";
        tab = state?.tab ?? "conversation";
        restored.title = `Preview ${nameOf(uri)}`;
        // VS Code restores it once a person looks at it; they may have opened another one before.
        const opened = panel;
        adopt(restored);
        opened?.dispose();
      },
    }),
  ];

  return {
    show(wanted, wantedTab) {
      panel ??= open();
      tab = wantedTab;
      post({ kind: "tab", tab });
      if (!panel.visible) panel.reveal(undefined, true);
      follow(vscode.Uri.parse(wanted).toString());
    },
    active: () => (panel?.active ? uri : undefined),
    onDidChangeActive: activeChanged.event,
    evaluated(params) {
      if (vscode.Uri.parse(params.uri).toString() === uri) void refresh();
    },
    runChanged(params) {
      if (vscode.Uri.parse(params.uri).toString() !== uri) return;
      runState = params.state;
      void refresh();
    },
    dispose() {
      panel?.dispose();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function options(resources: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [resources] };
}

function imagesIn({ parts }: DrawnMessage): ImageSource[] {
  return parts.flatMap((part) => (part.kind !== "text" && part.image ? [part.image] : []));
}

function closedReason(uri: string): string {
  return `${nameOf(uri)} is closed. Open it to see its preview.`;
}

/** Why there is nothing to show of a document, which may be closed. */
function reasonOf(uri: string, error: unknown): string {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  return isOpen ? messageOf(error) : closedReason(uri);
}

/** Tells a person why something that they wanted could not be done. */
async function told(wanted: Promise<void>): Promise<void> {
  try {
    await wanted;
  } catch (error) {
    void vscode.window.showErrorMessage(messageOf(error));
  }
}

/** The text has changed while it was asked for: an evaluation of the new one follows, and is told. */
function isOutdated(error: unknown): boolean {
  const contentModified = -32801;
  return typeof error === "object" && error !== null && "code" in error && error.code === contentModified;
}

function nameOf(uri: string): string {
  return vscode.Uri.parse(uri).path.replace(/^.*\//, "");
}

function positionOf({ line, character }: LspPosition): vscode.Position {
  return new vscode.Position(line, character);
}
