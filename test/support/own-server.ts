import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { vi } from "vitest";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type ProtocolConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-languageserver/node";
import { createIsolate } from "../../server/src/evaluation/isolate.js";
import { type ServerOptions, startServer } from "../../server/src/lsp/server.js";
import { evaluatorPath } from "./built.js";
import { tempDir } from "./temp-dir.js";

/** A server in the process of the test, which sees what no client sees. */
export interface OwnServer {
  readonly client: ProtocolConnection;
  /** The documents of all evaluations, in the order they began. */
  readonly evaluated: readonly (string | undefined)[];
  dispose(): void;
}

/** What the server and its client are started with. */
export interface OwnServerOptions extends Pick<ServerOptions, "boundary"> {
  readonly rootUri: string;
  readonly capabilities: ClientCapabilities;
  readonly initializationOptions: object;
  /** Called before the client listens. */
  prepare(client: ProtocolConnection): void;
}

/** Starts a server and initializes it over a socket. */
export async function startOwnServer({ prepare, boundary, ...given }: OwnServerOptions): Promise<OwnServer> {
  // A server whose client goes away ends its process.
  vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const connected = once(listener, "connection") as Promise<[Socket]>;
  const real = createIsolate({ childPath: evaluatorPath });
  const evaluated: (string | undefined)[] = [];
  const isolate: typeof real = {
    ...real,
    run(request, stop) {
      evaluated.push(request.document);
      return real.run(request, stop);
    },
  };
  const state = tempDir();
  const { port } = listener.address() as { port: number };
  startServer(
    { kind: "socket", port },
    { isolate, version: "test", stateFolder: state.path, ...(boundary && { boundary }), makeRoom() {} },
  );
  const [socket] = await connected;
  const client = createProtocolConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  prepare(client);
  client.listen();
  await client.sendRequest("initialize", { processId: null, ...given });
  await client.sendNotification("initialized", {});
  return {
    client,
    evaluated,
    dispose() {
      client.dispose();
      listener.close();
      real.dispose();
      state.remove();
    },
  };
}
