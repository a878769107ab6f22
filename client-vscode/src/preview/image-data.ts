import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { messageOf } from "../message-of.js";
import type { ImageSource } from "./drawing.js";

/** Larger images are named only. */
const largestImage = 8 * 1024 * 1024;

/** The bytes of an image as a `data:` address, if they are still those that would be sent; else the reason why it is not shown. Never rejects. */
export async function imageData({ file, type, sha256, bytes }: ImageSource): Promise<{ data: string } | { reason: string }> {
  if (bytes > largestImage) return { reason: "It is too large to be shown here." };
  try {
    const content = await vscode.workspace.fs.readFile(vscode.Uri.parse(file));
    if (createHash("sha256").update(content).digest("hex") !== sha256) return { reason: "It has changed meanwhile." };
    return { data: `data:${type};base64,${Buffer.from(content).toString("base64")}` };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}
