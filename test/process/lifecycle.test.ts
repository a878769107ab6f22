import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  SocketMessageReader,
  SocketMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { mainPath } from "../support/built.js";
import { startClient } from "../support/lsp-client.js";
import { childrenOf, eventually, isAlive } from "./children.js";

const uri = "untitled:a.chat";
const minimal = { processId: null, rootUri: null, capabilities: {} };

interface Diagnostics {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly { readonly code: string }[];
}

/** Initializes with exactly these parameters, opens a document with one fault, and gives what is published for it. */
async function greet(
  connection: ProtocolConnection,
  params: object = minimal,
  version = 1,
): Promise<{ answer: unknown; published: Diagnostics }> {
  connection.listen();
  const answer = await connection.sendRequest("initialize", params);
  await connection.sendNotification("initialized", {});
  const published = new Promise<Diagnostics>((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", (given: Diagnostics) => {
      if (given.diagnostics.some(({ code }) => code === "expression/undefined-variable")) resolve(given);
    });
  });
  const textDocument = { uri, languageId: "chat", version, text: "@You:\n{{ nobody }}\n" };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  return { answer, published: await published };
}

function startStdio(): { server: ChildProcess; connection: ProtocolConnection; exited: Promise<unknown[]> } {
  const server = spawn(process.execPath, [mainPath, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onError(() => {});
  return { server, connection, exited: once(server, "exit") };
}

async function end(server: ChildProcess, connection: ProtocolConnection, exited: Promise<unknown[]>): Promise<unknown> {
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  const [code] = await exited;
  connection.dispose();
  server.kill("SIGKILL");
  return code;
}

describe.concurrent("the server answers initialize", () => {
  test.each([
    ["of the plainest client there is", minimal, "utf-16"],
    ["with everything null", { ...minimal, workspaceFolders: null, initializationOptions: null, clientInfo: null, trace: "off" }, "utf-16"],
    ["of a client that prefers UTF-8", { ...minimal, capabilities: { general: { positionEncodings: ["utf-8", "utf-16"] } } }, "utf-8"],
    ["of a client that prefers UTF-16", { ...minimal, capabilities: { general: { positionEncodings: ["utf-16", "utf-8"] } } }, "utf-16"],
    ["of a client that counts in ways unknown", { ...minimal, capabilities: { general: { positionEncodings: ["utf-32"] } } }, "utf-16"],
    [
      "with roots that are no paths",
      { ...minimal, rootUri: "vscode-vfs://github/a/b", workspaceFolders: [{ uri: "x:y", name: "" }] },
      "utf-16",
    ],
    ["with options that mean nothing", { ...minimal, initializationOptions: { trusted: "yes", settings: 3 } }, "utf-16"],
  ])("%s", async (_, params, encoding) => {
    const { server, connection, exited } = startStdio();
    const { answer, published } = await greet(connection, params);
    expect(answer).toMatchObject({
      capabilities: { positionEncoding: encoding, textDocumentSync: { openClose: true, change: 2 }, hoverProvider: true },
      serverInfo: { name: "chat-language-server" },
    });
    expect(published).toMatchObject({ uri, version: 1, diagnostics: [{ code: "expression/undefined-variable", source: "chat" }] });
    expect(await end(server, connection, exited)).toBe(0);
  });

  test("and takes documents at version 0", async () => {
    const { server, connection, exited } = startStdio();
    expect((await greet(connection, minimal, 0)).published.version).toBe(0);
    expect(await end(server, connection, exited)).toBe(0);
  });
});

describe.concurrent("the server ends, and its processes with it,", () => {
  test("with code 0 after shutdown and exit", async () => {
    const { server, connection, exited } = startStdio();
    await greet(connection);
    const children = childrenOf(server.pid);
    expect(children.length).toBeGreaterThan(0);
    expect(await end(server, connection, exited)).toBe(0);
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });

  test("with code 1 after exit without shutdown", async () => {
    const { server, connection, exited } = startStdio();
    await greet(connection);
    const children = childrenOf(server.pid);
    await connection.sendNotification("exit");
    expect((await exited)[0]).toBe(1);
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });

  test("when the client closes standard input, even while a template loops", async () => {
    const { server, connection, exited } = startStdio();
    await greet(connection);
    const text = "@You:\n{% while true do end %}\n";
    await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
    await eventually(() => childrenOf(server.pid).length > 0);
    const children = childrenOf(server.pid);
    server.stdin?.end();
    expect(await Promise.race([exited.then(() => "ended"), new Promise((resolve) => setTimeout(resolve, 2000, "runs on"))])).toBe("ended");
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });

  test("when the process that started it is gone", async () => {
    const parent = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const { connection, exited, server } = startStdio();
    await greet(connection, { ...minimal, processId: parent.pid });
    const children = childrenOf(server.pid);
    parent.kill("SIGKILL");
    expect(await Promise.race([exited.then(() => "ended"), new Promise((resolve) => setTimeout(resolve, 6000, "runs on"))])).toBe("ended");
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });

  test("when it is killed without a word", async () => {
    const client = await startClient();
    await client.open(uri, "@You:\n{{ nobody }}\n");
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    const children = childrenOf(client.process.pid);
    expect(children.length).toBeGreaterThan(0);
    await client.kill();
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });
});

describe.concurrent("the server speaks", () => {
  test("over node-ipc, and ends with the channel", async () => {
    const server = spawn(process.execPath, [mainPath, "--node-ipc"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const exited = once(server, "exit");
    const connection = createProtocolConnection(new IPCMessageReader(server), new IPCMessageWriter(server));
    expect((await greet(connection)).published.version).toBe(1);
    const children = childrenOf(server.pid);
    connection.dispose();
    server.disconnect();
    await exited;
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });

  test("over a socket on which the client listens, and ends with it", async () => {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const address = listener.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const server = spawn(process.execPath, [mainPath, `--socket=${port}`], { stdio: ["ignore", "ignore", "inherit"] });
    const exited = once(server, "exit");
    const [socket] = (await once(listener, "connection")) as [Socket];
    const connection = createProtocolConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    expect((await greet(connection)).published.version).toBe(1);
    const children = childrenOf(server.pid);
    socket.end();
    await exited;
    connection.dispose();
    listener.close();
    expect(await eventually(() => !children.some(isAlive))).toBe(true);
  });
});
