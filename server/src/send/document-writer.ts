import { finerEdits } from "../base/finer-edits.js";
import { applyEdits, mapOffset, replacement, type TextEdit } from "../base/text-edit.js";
import { type Asked, endOf, endWithin, insertionAt, landsAt, looksLike, mayBe, misplaced } from "./landing.js";
import { dueIn, type Pace, unitsDue, type Waiting } from "./pace.js";
import { createRepairs, type Repair } from "./repairs.js";
import { replyMarker } from "./reply.js";

/** An edit of a document that is asked for. With the first and the last one of a reply named, an editor can undo all in one. */
export interface ReplyEdit extends TextEdit {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** More of the reply comes: an editor that shows it to nobody now may take it later, together with what comes. */
  readonly canWait: boolean;
}

/** What came of an edit that was asked for: false for one that was refused, and true promises nothing; "later" only where it can wait. */
export type EditAnswer = boolean | "later";

/** The text a reply is written into, while a person may type in it. */
export interface WritableDocument {
  text(): string;
  /** Asks for an edit of the present text. */
  edit(edit: ReplyEdit): Promise<EditAnswer>;
  /** False for good once the document was closed: then nothing more is asked for. */
  isOpen(): boolean;
}

/** Where a reply is written, and how. */
export interface WriterOptions {
  /** UTF-16 offset of its first text. */
  readonly anchor: number;
  readonly pace: Pace;
  /** Told how many UTF-16 units of the reply have arrived. */
  onArrived?(units: number): void;
  /** Told once, when the editor has taken nothing for ten seconds; what comes is kept, and tried again when the text changes. */
  onRefused(): void;
}

/** Writes a reply at an anchor that moves with every edit of the document. */
export interface DocumentWriter {
  /** Adds text; it is written as its pace demands. */
  write(text: string): void;
  /** Must be told the edits of every change notification, our own included, after the text has changed. */
  changed(edits: readonly TextEdit[]): void;
  /** True once somebody deleted the reply: they do not want it, and nothing more is written. */
  isUnwanted(): boolean;
  /** Says that nothing more comes. Resolves when everything is in its place; to false when the document would not take it. */
  settle(): Promise<boolean>;
}

/** An edit that has been asked for and may still be made, perhaps long after it was given up. */
interface Ask extends Asked {
  /** Of the reply: how many of its units came before. Undefined for a repair. */
  readonly from: number | undefined;
  readonly repair?: Repair;
  /** The text of the edit stood at its place already, so seeing it proves nothing. */
  readonly wasThere: boolean;
  readonly landed: () => void;
  hasLanded: boolean;
  /** From then on it is not expected any more. */
  until: number;
}

/** An edit that was accepted and whose change has not come back after this many ms was dropped by the client. */
const echoTimeout = 700;
/** An editor that takes the reply later is asked again after so many ms: then somebody may look at it. */
const laterPause = 1000;
/** Edits are at least this many ms apart: every one is a step of the editor's undo. */
const leastPause = 50;
/** Text is taken back when nobody has typed for this many ms. */
const quiet = 200;
/** After so many ms without success nothing is asked for until the text changes; an answer is waited for as long. */
const patience = 10_000;
/** An edit that was given up is expected for so many ms more. */
const latest = 5000;

/**
 * Makes a writer of a reply. One edit is in flight at a time, and it counts as written only when the change came back at the
 * anchor; what an editor does in another place is taken back (spec/providers-and-send.md §5.3).
 */
export function createDocumentWriter(document: WritableDocument, { anchor, pace, onArrived, onRefused }: WriterOptions): DocumentWriter {
  const repairs = createRepairs();
  /** What the document was at the last change. */
  let text = document.text();
  let start = anchor;
  let at = anchor;
  /** The reply's marker in the document, once it is there. */
  let marker: number | undefined;
  let whole = "";
  /** Units of the reply that have arrived, and what has not. */
  let written = 0;
  let queued = "";
  let queuedAt = 0;
  let cameAt = 0;
  let asks: Ask[] = [];
  let flight: Ask | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  /** Until then the editor is asked for nothing of the reply, unless the reply ends. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let failingSince: number | undefined;
  let isStalled = false;
  let isTold = false;
  let isUnwanted = false;
  let isOver = false;
  /** Somebody else changed what was written, or the editor wrote it in its own way. */
  let isTouched = false;
  let isAltered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let finish = (_isWritten: boolean): void => {};
  const finished = new Promise<boolean>((resolve) => {
    finish = resolve;
  });

  /** Does what can be done now, or waits until something can. */
  function pump(): void {
    clearTimeout(timer);
    lookedAt = performance.now();
    if (flight !== undefined) return;
    if (!document.isOpen() || isStalled) {
      if (isOver) finish(false);
      return;
    }
    const wait = askedAt + (failures === 0 ? leastPause : Math.min(800, 50 * 2 ** (failures - 1))) - performance.now();
    const job = nextJob();
    if (job === undefined) {
      if (isOver) finish(true);
    } else if (wait > 0) timer = setTimeout(pump, wait);
    else if (typeof job === "number") timer = setTimeout(pump, job);
    else void ask(job);
  }

  /** What is to be asked for, or in how many ms there may be something; undefined when only a change or new text brings it. */
  function nextJob(): Pick<Ask, "edit" | "from" | "repair"> | number | undefined {
    const now = performance.now();
    const repair = repairs.next();
    if (repair !== undefined && now - changedAt >= quiet) return { edit: repair, from: undefined, repair };
    const waiting: Waiting = { text: queued, age: now - queuedAt, silence: now - cameAt };
    const unitsNow = heldUntil > now ? 0 : unitsDue(pace, waiting);
    const units = isOver ? queued.length : unitsNow;
    if (units > 0) return { edit: { span: { start: at, end: at }, newText: queued.slice(0, units) }, from: written };
    if (repair !== undefined) return changedAt + quiet - now;
    if (isOver) return lastTouch();
    if (heldUntil > now) return queued === "" ? undefined : heldUntil - now;
    return queued === "" ? undefined : dueIn(pace, waiting);
  }

  /** When an editor wrote in its own way, one edit puts right what is there; what a person wrote is left alone. */
  function lastTouch(): Pick<Ask, "edit" | "from"> | undefined {
    if (!isAltered || isTouched || isUnwanted) return undefined;
    isAltered = false;
    const { span, newText } = replacement(text.slice(start, at), whole);
    if (span.start === span.end && newText === "") return undefined;
    return { edit: { span: { start: start + span.start, end: start + span.end }, newText }, from: undefined };
  }

  async function ask({ edit, from, repair }: Pick<Ask, "edit" | "from" | "repair">): Promise<void> {
    let landed = (): void => {};
    const landing = new Promise<void>((resolve) => {
      landed = resolve;
    });
    const wasThere = endOf(text, edit.span.start, edit.newText) !== undefined;
    const current: Ask = {
      edit,
      text,
      from,
      ...(repair && { repair }),
      wasThere,
      landed,
      hasLanded: false,
      until: Number.POSITIVE_INFINITY,
    };
    flight = current;
    asks.push(current);
    askedAt = performance.now();
    const isLast = isOver && from !== undefined && edit.newText.length === queued.length;
    const canWait = !isOver && from !== undefined;
    const answer = document.edit({ ...edit, isFirst: written === 0 && from === 0, isLast, canWait }).catch(() => false);
    const outcome = await withTime<EditAnswer>(patience, answer, true);
    if (outcome !== true) asks = asks.filter((other) => other !== current);
    else if (!current.hasLanded) await withTime(echoTimeout, landing, undefined);
    flight = undefined;
    if (outcome === "later" && canWait) {
      heldUntil = performance.now() + laterPause;
      failures = 0;
      failingSince = undefined;
    } else if (current.hasLanded) {
      failures = 0;
      failingSince = undefined;
    } else failed(current);
    pump();
  }

  function failed(given: Ask): void {
    failures++;
    failingSince ??= askedAt;
    given.until = performance.now() + latest;
    if (performance.now() - failingSince < patience) return;
    isStalled = true;
    if (!isTold && document.isOpen()) onRefused();
    isTold = true;
  }

  /** Says whether a change is an edit of ours, and then follows it. */
  function landed(before: string, change: TextEdit): boolean {
    asks = asks.filter(({ until }) => until > performance.now());
    for (const given of asks) {
      const place = rightPlace(given);
      const right = place && landsAt(before, change, { span: place, newText: given.edit.newText });
      if (right !== undefined) {
        arrive(given, right);
        return true;
      }
    }
    for (const given of asks) {
      if (given.from !== undefined && !mayBe(change, given.edit)) continue;
      const wrong = landsAt(before, change, { span: misplaced(given, before), newText: given.edit.newText });
      if (wrong === undefined) continue;
      takeBack(given, before, wrong);
      return true;
    }
    return arrivedWithin(insertionAt(before, change, at));
  }

  /** Where an edit of ours belongs as things are now; undefined when nobody wants it any more. */
  function rightPlace({ from, repair, edit }: Ask): TextEdit["span"] | undefined {
    if (repair !== undefined) return repairs.present(repair)?.span;
    if (isUnwanted || (from !== undefined && from !== written)) return undefined;
    return from === undefined ? edit.span : { start: at, end: at };
  }

  function arrive(given: Ask, edit: TextEdit): void {
    if (given.repair !== undefined) repairs.remove(given.repair);
    carry(edit);
    if (given.from === undefined) done(given);
    else advance(given, edit.newText.length);
  }

  /** So many units of the document, at the anchor, are the text of an edit that was asked for. */
  function advance(given: Ask, units: number): void {
    const { newText } = given.edit;
    if (marker === undefined && newText.includes(replyMarker)) marker = at + newText.indexOf(replyMarker);
    at += units;
    written += newText.length;
    queued = queued.slice(newText.length);
    queuedAt = performance.now();
    onArrived?.(written);
    done(given);
  }

  function done(given: Ask): void {
    asks = asks.filter((other) => other !== given);
    given.hasLanded = true;
    given.landed();
  }

  /** An edit of ours that was made where it does not belong is undone, but for what had to go all the same. */
  function takeBack(given: Ask, before: string, edit: TextEdit): void {
    const { span, newText } = edit;
    const kept = repairs.wanted(before, span);
    carry(edit);
    done(given);
    if (newText !== "") repairs.add({ span: { start: span.start, end: span.start + newText.length }, newText: "" });
    if (kept !== "") repairs.add({ span: { start: span.start, end: span.start }, newText: kept });
  }

  /** An insertion that holds ours: with something typed in the same moment, or written in the editor's own way. */
  function arrivedWithin(change: TextEdit): boolean {
    const { span, newText } = change;
    if (span.start < span.end) return false;
    if (flight?.from === written && !flight.hasLanded && !isUnwanted && span.start === at) {
      const end = endWithin(newText, flight.edit.newText);
      const isAlike = end === undefined && looksLike(newText, flight.edit.newText);
      if (end !== undefined || isAlike) {
        carry(change);
        isAltered ||= isAlike;
        isTouched ||= end !== undefined && end > flight.edit.newText.length;
        advance(flight, end ?? newText.length);
        return true;
      }
    }
    return false;
  }

  /** Somebody else's edit. */
  function follow(change: TextEdit): void {
    changedAt = performance.now();
    if (change.span.start < at && change.span.end > start) isTouched = true;
    carry(change);
  }

  function carry(edit: TextEdit): void {
    start = mapOffset(start, edit);
    at = mapOffset(at, edit);
    if (marker !== undefined) marker = mapOffset(marker, edit, "right");
    repairs.follow(edit);
  }

  /**
   * The single edits of one change notification, each of the text behind the one before. One that replaces what was written is
   * looked at more closely: editors may send a whole text.
   */
  function* singleEdits(before: string, edits: readonly TextEdit[]): Iterable<readonly [string, TextEdit]> {
    let now = before;
    for (const edit of edits) {
      const { span, newText } = edit;
      const isCoarse = newText !== "" && span.start < span.end && span.start <= at && span.end >= start;
      const parts = isCoarse ? finerEdits(now.slice(span.start, span.end), newText).map((part) => shifted(part, span.start)) : [edit];
      for (const part of parts) {
        yield [now, part];
        now = applyEdits(now, [part]);
      }
    }
  }

  /** What was written in several steps, or together with what somebody typed behind it, is seen in the text only. */
  function lookForFlight(): void {
    if (flight === undefined || flight.hasLanded || flight.from !== written || flight.wasThere || isUnwanted) return;
    const end = endOf(text, at, flight.edit.newText);
    if (end !== undefined) advance(flight, end - at);
  }

  function lookForMarker(): void {
    const isThere = marker === undefined ? written === 0 || at > start : text.startsWith(replyMarker, marker);
    if (isThere || isUnwanted) return;
    isUnwanted = true;
    queued = "";
  }

  return {
    write(piece) {
      if (isUnwanted) return;
      if (queued === "") queuedAt = performance.now();
      cameAt = performance.now();
      whole += piece;
      queued += piece;
      // A burst of pieces is looked at once: looking takes time that grows with what is queued.
      const rest = lookedAt + leastPause - performance.now();
      if (rest <= 0) return pump();
      clearTimeout(timer);
      timer = setTimeout(pump, rest);
    },
    changed(edits) {
      const before = text;
      text = document.text();
      if (!document.isOpen()) return pump();
      const isOurs = edits.length > 1 && asks.length > 0 && landed(before, replacement(before, text));
      if (!isOurs) {
        for (const [now, edit] of singleEdits(before, edits)) if (!landed(now, edit)) follow(edit);
        lookForFlight();
      }
      lookForMarker();
      failures = 0;
      isStalled = false;
      pump();
    },
    isUnwanted: () => isUnwanted,
    settle() {
      isOver = true;
      isStalled = false;
      pump();
      return finished;
    },
  };
}

function shifted({ span, newText }: TextEdit, by: number): TextEdit {
  return { span: { start: span.start + by, end: span.end + by }, newText };
}

/** What a promise resolves to, or `otherwise` when it takes more than `ms`. */
async function withTime<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  const result = await Promise.race([promise, late]);
  clearTimeout(timer);
  return result;
}
