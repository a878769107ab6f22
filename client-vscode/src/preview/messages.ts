import type { LspPosition } from "../../../shared/methods.js";
import type { Drawing } from "./drawing.js";

/** The two sides of the preview: the conversation, and the request that is made of it. */
export type Tab = "conversation" | "request";

/** What a reload of the window starts from. */
export interface PageState {
  readonly uri: string;
  readonly tab: Tab;
}

/** What the page is told. */
export type ToPage =
  | { readonly kind: "conversation"; readonly uri: string; readonly name: string; readonly drawing: Drawing; readonly note: string }
  /** Bytes of images as `data:` addresses by hash; one that cannot be shown is a reason in words. */
  | { readonly kind: "image"; readonly sha256: string; readonly data?: string; readonly reason?: string }
  | { readonly kind: "request"; readonly uri: string; readonly body?: string; readonly reason?: string }
  /** The cursor is at a place of the drawing, or nowhere in it. */
  | { readonly kind: "cursor"; readonly place: number | undefined }
  | { readonly kind: "tab"; readonly tab: Tab }
  /** There is nothing to show, and why. */
  | { readonly kind: "nothing"; readonly reason: string };

/** What the page tells. */
export type FromPage =
  /** It has been loaded, and knows nothing yet. */
  | { readonly kind: "ready" }
  | { readonly kind: "tab"; readonly tab: Tab }
  /** A person chose a place of the drawing, or something that is wrong. */
  | { readonly kind: "reveal"; readonly place: number }
  | { readonly kind: "revealPosition"; readonly position: LspPosition }
  | { readonly kind: "openRequest" };
