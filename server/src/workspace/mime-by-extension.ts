import mime from "mime";

/** Extensions that `mime` takes for something else than people who write prompts mean, or for anything that is no text. */
const overrides: Readonly<Record<string, string>> = {
  ts: "text/x-typescript",
  mts: "text/x-typescript",
  cts: "text/x-typescript",
  tsx: "text/x-typescript",
  rs: "text/x-rust",
  cjs: "text/javascript",
  dart: "text/x-dart",
  chat: "text/plain",
  exe: "application/x-msdos-program",
  dll: "application/x-msdownload",
  msi: "application/x-msdownload",
  deb: "application/x-debian-package",
  dmg: "application/x-apple-diskimage",
  iso: "application/x-iso9660-image",
};

/** The MIME type that a path's extension stands for, or undefined when it says nothing (spec/flemma-templates.md §5). */
export function mimeByExtension(path: string): string | undefined {
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(overrides, extension) ? overrides[extension] : undefined) ?? mime.getType(path) ?? undefined;
}
