import {
  type Connection,
  createConnection,
  type Logger,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  type ProtocolConnection,
} from "vscode-languageserver";
import {
  createProtocolConnection,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

/** How client and server talk. With a socket the client listens, as in other language servers. */
export type Transport = { readonly kind: "stdio" } | { readonly kind: "node-ipc" } | { readonly kind: "socket"; readonly port: number };

/** The process that started the server is looked for every so many ms. */
const watchEvery = 3000;

/**
 * Connects with the client. Once that is gone without a word, `leave` may still bring something to its end; then the process
 * ends. What is said to a client that is gone goes nowhere, and is no failure.
 */
export function connect(transport: Transport, leave: () => Promise<void>): Connection {
  let isShutDown = false;
  let isGone = false;
  const end = (): void => process.exit(isShutDown || transport.kind !== "stdio" ? 0 : 1);
  const gone = (): void => {
    if (isGone) return;
    isGone = true;
    leave().then(end, end);
  };
  const [reader, writer] = open(transport, gone);
  const lasting: MessageReader = {
    onError: reader.onError,
    onPartialMessage: reader.onPartialMessage,
    // A connection that is closed would throw at everything that is said.
    onClose: () => ({ dispose() {} }),
    listen: (callback) => reader.listen(callback),
    dispose: () => reader.dispose(),
  };
  const forgiving: MessageWriter = {
    onError: writer.onError,
    onClose: () => ({ dispose() {} }),
    async write(message) {
      if (!isGone) await writer.write(message).catch(gone);
    },
    end: () => writer.end(),
    dispose: () => writer.dispose(),
  };
  const watchDog = {
    get shutdownReceived(): boolean {
      return isShutDown;
    },
    set shutdownReceived(value: boolean) {
      isShutDown = value;
    },
    initialize: ({ processId }: { readonly processId: number | null }): void => whenGone(processId, gone),
    exit: (code: number): void => process.exit(code),
  };
  process.on("SIGHUP", gone);
  const start = (logger: Logger): ProtocolConnection => createProtocolConnection(lasting, forgiving, logger);
  return createConnection(start, watchDog, ProposedFeatures.all) as Connection;
}

function open(transport: Transport, gone: () => void): readonly [MessageReader, MessageWriter] {
  switch (transport.kind) {
    case "stdio":
      process.stdin.on("end", gone).on("close", gone);
      return [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
    case "node-ipc":
      process.on("disconnect", gone);
      return [new IPCMessageReader(process), new IPCMessageWriter(process)];
    case "socket": {
      const [reader, writer] = createServerSocketTransport(transport.port);
      reader.onClose(gone);
      return [reader, writer];
    }
  }
}

/** Watches the process that started the server, if it said who it is. */
function whenGone(processId: number | null, gone: () => void): void {
  if (typeof processId !== "number") return;
  const timer = setInterval(() => {
    try {
      process.kill(processId, 0);
    } catch {
      clearInterval(timer);
      gone();
    }
  }, watchEvery);
}
