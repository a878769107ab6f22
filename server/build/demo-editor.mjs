// The smallest editor that can talk to a language server: JSON-RPC over stdio, and documents kept in memory.
import { spawn } from "node:child_process";
import { once } from "node:events";

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, configuration: false },
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } }, isPreferredSupport: true },
    hover: { contentFormat: ["markdown"] },
    publishDiagnostics: { versionSupport: true },
  },
};

/**
 * Starts a server and an editor that is connected to it.
 * @param {string} program the server's program file
 */
export function startEditor(program) {
  const server = spawn(process.execPath, [program, "--stdio"], { stdio: "pipe" });
  const exited = once(server, "exit");
  const errors = [];
  server.stderr.setEncoding("utf8").on("data", (text) => errors.push(text));
  const documents = new Map();
  const pending = new Map();
  let lastId = 0;

  function write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    server.stdin.write(body);
  }

  const notify = (method, params) => write({ method, params });

  function request(method, params) {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      write({ id, method, params });
    });
  }

  function receive(message) {
    if (message.method === undefined) return settle(message);
    const result = handle(message.method, message.params);
    if (message.id !== undefined) write({ id: message.id, result: result ?? null });
  }

  function settle({ id, result, error }) {
    const { resolve, reject } = pending.get(id);
    pending.delete(id);
    if (error) reject(new Error(`${error.code}: ${error.message}`));
    else resolve(result);
  }

  /** Answers what a server may ask or tell; what this editor does not know gets an empty answer. */
  function handle(method, params) {
    switch (method) {
      case "textDocument/publishDiagnostics":
        documents.get(params.uri)?.published(params);
        return undefined;
      case "workspace/applyEdit":
        return { applied: applyWorkspaceEdit(params.edit) };
      case "workspace/configuration":
        return params.items.map(() => null);
      default:
        return undefined;
    }
  }

  function applyWorkspaceEdit({ changes = {}, documentChanges }) {
    const all = documentChanges ?? Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
    const isStale = all.some(
      ({ textDocument: { uri, version } }) => (version ?? documents.get(uri)?.version) !== documents.get(uri)?.version,
    );
    if (isStale) return false;
    for (const { textDocument, edits } of all) documents.get(textDocument.uri).edit(edits);
    return true;
  }

  server.stdout.on("data", createReader(receive));
  server.stdin.on("error", () => {});
  server.on("exit", (code) => {
    for (const { reject } of pending.values()) reject(new Error(`the server ended with code ${code}`));
  });

  return {
    request,
    stderr: () => errors.join(""),
    kill: () => server.kill("SIGKILL"),
    /** What a step is still waiting for, as the tail of a message. */
    waitingFor() {
      const open = [...documents.values()].flatMap((document) => document.waitingFor());
      return open.length === 0 ? "" : ` It waited until ${open.join(" and ")}.`;
    },
    async initialize(rootUri) {
      const workspaceFolders = [{ uri: rootUri, name: "demo" }];
      const clientInfo = { name: "demo" };
      const initializationOptions = { trusted: true, settings: { provider: "echo" } };
      await request("initialize", { processId: process.pid, clientInfo, rootUri, workspaceFolders, capabilities, initializationOptions });
      notify("initialized", {});
    },
    /** Opens a document: its text, edits of it, and what the server says about it. */
    async open(uri, text) {
      const document = createDocument({ uri, text, notify, applyWorkspaceEdit });
      documents.set(uri, document);
      notify("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: document.version, text } });
      return document;
    },
    /** Shuts the server down; resolves to its exit code. */
    async stop() {
      await request("shutdown");
      notify("exit");
      const [code] = await exited;
      return code;
    },
  };
}

function createDocument({ uri, text, notify, applyWorkspaceEdit }) {
  const waiting = new Set();
  let published;
  let onEdit = () => {};

  const document = {
    text,
    version: 1,
    published(params) {
      published = params;
      wake();
    },
    /** The diagnostics of the present version, as soon as they are what is wanted. */
    async diagnostics(what, isWanted) {
      await reached(what, () => published?.version === document.version && isWanted(published.diagnostics));
      return published.diagnostics;
    },
    apply: async (workspaceEdit) => applyWorkspaceEdit(workspaceEdit),
    async replace(before, after) {
      const start = document.text.indexOf(before);
      const range = { start: positionAt(document.text, start), end: positionAt(document.text, start + before.length) };
      document.edit([{ range, newText: after }]);
    },
    edit(edits) {
      const sorted = edits.map(({ range, newText }) => ({
        range,
        newText,
        start: offsetAt(document.text, range.start),
        end: offsetAt(document.text, range.end),
      }));
      sorted.sort((a, b) => b.start - a.start);
      const contentChanges = sorted.map(({ range, newText }) => ({ range, text: newText }));
      for (const { start, end, newText } of sorted) document.text = document.text.slice(0, start) + newText + document.text.slice(end);
      document.version++;
      notify("textDocument/didChange", { textDocument: { uri, version: document.version }, contentChanges });
      onEdit();
      wake();
    },
    onEdit(listener) {
      onEdit = listener;
    },
    until: (what, isReached) => reached(what, () => isReached(document.text)),
    waitingFor: () => [...waiting].map(({ what }) => what),
  };

  function wake() {
    for (const { check } of [...waiting]) check();
  }

  function reached(what, condition) {
    return new Promise((resolve) => {
      const entry = { what, check };
      function check() {
        if (!condition()) return;
        waiting.delete(entry);
        resolve();
      }
      waiting.add(entry);
      check();
    });
  }

  return document;
}

/** Cuts a byte stream into JSON-RPC messages. */
function createReader(receive) {
  let buffer = Buffer.alloc(0);
  return (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const headerEnd = buffer.indexOf("\r\n\r\n");
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString("ascii", 0, headerEnd))[1]);
      const end = headerEnd + 4 + length;
      if (buffer.length < end) return;
      const body = buffer.toString("utf8", headerEnd + 4, end);
      buffer = buffer.subarray(end);
      receive(JSON.parse(body));
    }
  };
}

function offsetAt(text, { line, character }) {
  let start = 0;
  for (let i = 0; i < line; i++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}

function positionAt(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}
