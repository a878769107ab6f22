import type { PackedFiles } from "./packed-files.js";
import type { PackedText } from "./packed-text.js";
import type { EvaluationRequest, EvaluationResult } from "./types.js";

/** What the server tells the isolated process. */
export type ParentMessage =
  | {
      readonly kind: "evaluate";
      readonly id: number;
      readonly request: Omit<EvaluationRequest, "text" | "files">;
      readonly text: PackedText;
      readonly files: PackedFiles;
    }
  | { readonly kind: "cancel" };

/** What the isolated process answers. `failed` is a bug of ours, never a fault of the document. */
export type ChildMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly result: EvaluationResult; readonly tookMs: number }
  | { readonly kind: "superseded"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
