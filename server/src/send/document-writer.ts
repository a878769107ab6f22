import { mapOffset, type TextEdit } from "../base/text-edit.js";

/** The text a reply is written into, while a person may type in it. */
export interface WritableDocument {
  text(): string;
  /** Asks for an insertion at a UTF-16 offset. Resolves to false when it was refused; true promises nothing. */
  insert(offset: number, text: string): Promise<boolean>;
}

/** Writes text at an anchor that moves with every edit of the document. */
export interface DocumentWriter {
  /** Adds text; it is written as soon as the edit before it has arrived. */
  write(text: string): void;
  /** Must be told the edits of every change notification, our own included, after the text has changed. */
  changed(edits: readonly TextEdit[]): void;
  /** Resolves when everything has arrived; to false when the document would not take it. */
  settle(): Promise<boolean>;
}

/** The insertion that is on its way. `wasThere`: the same text stood at the anchor already, so seeing it proves nothing. */
interface Flight {
  readonly text: string;
  readonly wasThere: boolean;
  readonly arrived: () => void;
  hasArrived: boolean;
}

/** An edit whose change has not come back after this many ms was dropped by the client. */
const echoTimeout = 700;
const mostTries = 12;
/** Edits are at least this many ms apart: every one is a step of the editor's undo. */
const leastPause = 50;

/**
 * Makes a writer whose first text goes to the offset `anchor`. One edit is in flight at a time, and it counts as
 * written only when the change came back at the anchor (spec/providers-and-send.md §5.3).
 */
export function createDocumentWriter(document: WritableDocument, anchor: number): DocumentWriter {
  let at = anchor;
  let queued = "";
  let flight: Flight | undefined;
  let pump: Promise<boolean> | undefined;

  async function drain(): Promise<boolean> {
    for (let tries = 0; queued !== "" && tries < mostTries; ) {
      const text = queued;
      queued = "";
      if (await insert(text)) {
        tries = 0;
        await pause(leastPause);
      } else {
        queued = text + queued;
        await pause(Math.min(800, 50 * 2 ** tries++));
      }
    }
    pump = undefined;
    return queued === "";
  }

  async function insert(text: string): Promise<boolean> {
    const wasThere = document.text().startsWith(text, at);
    const echo = new Promise<void>((resolve) => {
      flight = { text, wasThere, arrived: resolve, hasArrived: false };
    });
    const current = flight;
    await document.insert(at, text).catch(() => false);
    if (!current?.hasArrived) await Promise.race([echo, pause(echoTimeout)]);
    flight = undefined;
    return current?.hasArrived ?? false;
  }

  return {
    write(text) {
      queued += text;
      pump ??= drain();
    },
    changed(edits) {
      for (const edit of edits) at = mapOffset(at, edit);
      if (flight === undefined || flight.hasArrived || !isThere(flight, edits)) return;
      at += flight.text.length;
      flight.hasArrived = true;
      flight.arrived();
    },
    settle: () => pump ?? Promise.resolve(queued === ""),
  };

  /** Clients report an insertion in their own way (whole lines, two steps), so the text is looked at, not the edit. */
  function isThere({ text, wasThere }: Flight, edits: readonly TextEdit[]): boolean {
    return document.text().startsWith(text, at) && (!wasThere || edits.some(({ newText }) => newText === text));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
