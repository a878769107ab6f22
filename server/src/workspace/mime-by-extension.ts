import { lookup } from "mime-types";

/** Extensions that `mime-types` takes for something else than people who write prompts mean. */
const overrides: Readonly<Record<string, string>> = {
  ts: "text/x-typescript",
  mts: "text/x-typescript",
  cts: "text/x-typescript",
  tsx: "text/x-typescript",
  rs: "text/x-rust",
  cjs: "text/javascript",
  dart: "text/x-dart",
  chat: "text/plain",
};

/** The MIME type that a path's extension stands for, or undefined when it says nothing (spec/flemma-templates.md §5). */
export function mimeByExtension(path: string): string | undefined {
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(overrides, extension) ? overrides[extension] : undefined) ?? (lookup(path) || undefined);
}
