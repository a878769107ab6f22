import { mapOffset, type TextEdit } from "../base/text-edit.js";

/** The text a reply is written into, while a person may type in it. */
export interface WritableDocument {
  text(): string;
  /** Asks for an insertion at a UTF-16 offset. Resolves to false when it was refused; true promises nothing. */
  insert(offset: number, text: string): Promise<boolean>;
  /** False for good once the document was closed: then nothing more is asked for. */
  isOpen(): boolean;
}

/** Writes text at an anchor that moves with every edit of the document. */
export interface DocumentWriter {
  /** Adds text; it is written as soon as the edit before it has arrived. */
  write(text: string): void;
  /** Must be told the edits of every change notification, our own included, after the text has changed. */
  changed(edits: readonly TextEdit[]): void;
  /** True once somebody deleted all that was written: they do not want it, and nothing more is written. */
  isUnwanted(): boolean;
  /** Resolves when everything has arrived; to false when the document would not take it. */
  settle(): Promise<boolean>;
}

/** The insertion that is on its way. `wasThere`: the same text stood at the anchor already, so seeing it proves nothing. */
interface Flight {
  readonly text: string;
  readonly wasThere: boolean;
  readonly arrived: () => void;
  /** UTF-16 units of the text that have arrived. */
  written: number;
}

/** An edit that was accepted and whose change has not come back after this many ms was dropped by the client. */
const echoTimeout = 700;
const mostTries = 12;
/** Edits are at least this many ms apart: every one is a step of the editor's undo. */
const leastPause = 50;

/**
 * Makes a writer whose first text goes to the offset `anchor`. One edit is in flight at a time, and it counts as
 * written only when the change came back at the anchor (spec/providers-and-send.md §5.3).
 */
export function createDocumentWriter(document: WritableDocument, anchor: number): DocumentWriter {
  let start = anchor;
  let at = anchor;
  let queued = "";
  let flight: Flight | undefined;
  /** An insertion that was given up: its text is queued again, but a slow client may still make it. */
  let late: Flight | undefined;
  let isUnwanted = false;
  let pump: Promise<boolean> | undefined;

  async function drain(): Promise<boolean> {
    for (let tries = 0; queued !== "" && tries < mostTries && document.isOpen(); ) {
      const text = queued;
      queued = "";
      const written = await insert(text);
      queued = isUnwanted ? "" : text.slice(written) + queued;
      if (written > 0) {
        tries = 0;
        await pause(leastPause);
      } else await pause(Math.min(800, 50 * 2 ** tries++));
    }
    pump = undefined;
    return queued === "";
  }

  /** Inserts at the anchor; gives how many units have arrived. */
  async function insert(text: string): Promise<number> {
    const wasThere = document.text().startsWith(text, at);
    let arrived = (): void => {};
    const echo = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const current: Flight = { text, wasThere, arrived, written: 0 };
    flight = current;
    const isAccepted = await document.insert(at, text).catch(() => false);
    if (isAccepted && current.written === 0) await Promise.race([echo, pause(echoTimeout)]);
    flight = undefined;
    if (isAccepted && current.written === 0) late = current;
    return current.written;
  }

  return {
    write(text) {
      if (isUnwanted) return;
      queued += text;
      pump ??= drain();
    },
    changed(edits) {
      if (!document.isOpen()) return;
      for (const edit of edits) follow(edit);
      if (flight?.written === 0 && isThere(flight, edits)) {
        arrive(flight);
        flight.arrived();
        late = undefined;
      } else if (late !== undefined && isThere(late, edits)) {
        arrive(late);
        if (flight === undefined) queued = queued.slice(late.text.length);
        else flight.written = late.text.length;
        late = undefined;
      }
    },
    isUnwanted: () => isUnwanted,
    settle: () => pump ?? Promise.resolve(queued === ""),
  };

  function arrive(arrived: Flight): void {
    at += arrived.text.length;
    arrived.written = arrived.text.length;
  }

  function follow(edit: TextEdit): void {
    if (at > start && edit.span.start <= start && edit.span.end >= at) {
      isUnwanted = true;
      queued = "";
    }
    start = mapOffset(start, edit);
    at = mapOffset(at, edit);
  }

  /** Clients report an insertion in their own way (whole lines, two steps), so the text is looked at, not the edit. */
  function isThere({ text, wasThere }: Flight, edits: readonly TextEdit[]): boolean {
    return document.text().startsWith(text, at) && (!wasThere || edits.some((edit) => isRotation(edit, text)));
  }
}

/** Inserting "ab" before "ac" can be reported as "ba" one unit later: the text is the same. */
function isRotation({ span, newText }: TextEdit, text: string): boolean {
  return span.start === span.end && newText.length === text.length && (text + text).includes(newText);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
