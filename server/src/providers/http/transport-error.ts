/** Where the way to the provider broke. */
export type TransportPhase = "connect" | "head" | "body";

/** The provider could not be reached, or the connection broke; the message is for people and holds no secret. */
export class TransportError extends Error {
  readonly phase: TransportPhase;
  /** Trying again may help. */
  readonly isPassing: boolean;

  constructor(message: string, { phase, isPassing }: { readonly phase: TransportPhase; readonly isPassing: boolean }) {
    super(message);
    this.phase = phase;
    this.isPassing = isPassing;
  }
}

/** Nothing came within so many ms. */
export function timeoutError(phase: TransportPhase, most: number): TransportError {
  const seconds = `${Math.round(most / 100) / 10} s`;
  switch (phase) {
    case "connect":
      return new TransportError(`No connection was made within ${seconds}.`, { phase, isPassing: true });
    case "head":
      return new TransportError(`The provider did not begin its answer within ${seconds}.`, { phase, isPassing: false });
    case "body":
      return new TransportError(`Nothing more came for ${seconds}.`, { phase, isPassing: false });
  }
}

const broken: { readonly [Phase in TransportPhase]: string } = {
  connect: "The provider could not be reached",
  head: "The connection broke before an answer came",
  body: "The connection broke before the reply was complete",
};

const causes: { readonly [code: string]: string } = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENOTFOUND: "its name is unknown",
  EAI_AGAIN: "its name could not be looked up",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "it cannot be reached",
  ENETUNREACH: "there is no network",
};

/** Errors of certificates stay what they are, however often one tries. */
const lasting = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT|ERR_INVALID|ERR_UNESCAPED|HPE_)/;

/** An error of the system, in words for people. */
export function transportError(error: Error & { readonly code?: string }, phase: TransportPhase): TransportError {
  const code = error.code ?? "";
  const said = error.message || code;
  const cause = Object.hasOwn(causes, code) ? `${causes[code]} (${said})` : said;
  return new TransportError(`${broken[phase]}: ${cause}.`, { phase, isPassing: !lasting.test(code) });
}
