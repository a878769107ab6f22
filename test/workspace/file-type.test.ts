import { describe, expect, test } from "vitest";
import { attach } from "../../server/src/engines/attach.js";
import { attachmentOf } from "../../server/src/workspace/file-type.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const raw = (...values: readonly (number | string)[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => (typeof value === "number" ? [value] : [...value].map((unit) => unit.charCodeAt(0)))));

const of = (path: string, content: Uint8Array) => attachmentOf(path, content, { isOutside: false });

/** What a file becomes in a message: its kind and type, or why it is refused. */
function becomes(path: string, content: Uint8Array, told?: string): string {
  const attached = attach(path, of(path, content), told);
  return attached.kind === "file" ? `${attached.file.kind} ${attached.file.type}` : attached.kind;
}

const png = raw("\x89PNG\r\n\x1a\n", 0, 0, 0, 13, "IHDR", 0, 0, 2, 0x80, 0, 0, 1, 0xe0);
const gif = raw("GIF89a", 0x40, 1, 0xc8, 0);
const jpeg = raw(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 11, 8, 1, 0xe0, 2, 0x80, 3);
const webp = (kind: string, ...rest: readonly number[]): Uint8Array => raw("RIFF", 0, 0, 0, 0, `WEBP${kind}`, 0, 0, 0, 0, ...rest);
const lossy = webp("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 2, 0xe0, 1);
const lossless = webp("VP8L", 0x2f, 0x7f, 0xc2, 0x77, 0);
const extended = webp("VP8X", 0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0);

describe("what a file is", () => {
  test.each([
    ["by its first bytes, whatever it is called", "/a.txt", png, "image png"],
    ["a JPEG", "/a", jpeg, "image jpeg"],
    ["a GIF", "/a.bin", gif, "image gif"],
    ["a WebP", "/a.webp", extended, "image webp"],
    ["a PDF", "/a.doc", bytes("%PDF-1.7"), "pdf"],
    ["a PDF behind a few other bytes", "/a.pdf", raw("\n\n%PDF-1.7", 0xff), "pdf"],
  ])("is told %s", (_, path, content, expected) => {
    expect(becomes(path, content)).toContain(expected.split(" ").at(-1));
    expect(becomes(path, content)).toContain(expected.split(" ")[0]);
  });

  test("is text for every name that people give to text", () => {
    const names =
      "ts mts cts tsx js mjs cjs jsx vue svelte lua toml sql env ini cfg conf log csv tsv patch diff svg chat dart kt kts go mod rb sh bash zsh bat cmd ps1 py rs c h cpp hpp cs java swift scala pl r scm clj hs ml ex erl php html css scss md mdx rst org tex json jsonc json5 jsonl ndjson yaml yml xml proto graphql tf nix cmake mk lock properties ipynb srt vtt po pot rtf eml key pem pub bin cu vhd unknown";
    for (const extension of names.split(" "))
      expect(becomes(`/a.${extension}`, bytes("plain é\n")), extension).toMatch(/^text_file \S+\/\S+$/);
    for (const name of ["/Makefile", "/.gitignore", "/.env", "/README", "/a.tar.txt", "/a."])
      expect(becomes(name, bytes("x"))).toBe("text_file text/plain");
  });

  test.each([
    ["/a.ts", "text_file text/x-typescript"],
    ["/a.RS", "text_file text/x-rust"],
    ["/a.lua", "text_file text/x-lua"],
    ["/a.json", "text_file application/json"],
    ["/a.svg", "text_file image/svg+xml"],
    ["/a.md", "text_file text/markdown"],
    ["/a.toml", "text_file application/toml"],
  ])("%s, a text, is %s", (path, expected) => {
    expect(becomes(path, bytes("x"))).toBe(expected);
  });

  test("is text only in UTF-8 and without NUL", () => {
    expect(becomes("/a.txt", bytes("ä€😀"))).toBe("text_file text/plain");
    expect(becomes("/a.txt", raw(0xef, 0xbb, 0xbf, "x"))).toBe("text_file text/plain");
    expect(becomes("/a.txt", raw("a", 0, "b"))).toBe("not-text");
    expect(becomes("/a.txt", raw("caf", 0xe9))).toBe("not-text");
    expect(becomes("/a.txt", raw("cut", 0xc3))).toBe("not-text");
    expect(becomes("/a", raw(0xe9))).toBe("unsupported");
    expect(of("/a.txt", raw(0xff, 0xfe, "a", 0))).toMatchObject({ isText: false, isUtf16: true });
    expect(of("/a.txt", bytes("a"))).not.toHaveProperty("isUtf16");
  });

  test("does not change where the pieces that are looked at meet", () => {
    const long = `${"x".repeat(1024 * 1024 - 1)}é`;
    expect(of("/a", bytes(long))).toMatchObject({ isText: true, type: "text/plain" });
    expect(of("/a", bytes(long).subarray(0, -1))).toMatchObject({ isText: false });
  });

  test("is never an image or a PDF by its name alone", () => {
    expect(becomes("/a.png", bytes("not an image"))).toBe("text_file text/plain");
    expect(becomes("/a.png", raw(0xff, 0))).toBe("unsupported");
    expect(becomes("/a.pdf", bytes("<html>"))).toBe("text_file text/plain");
    expect(becomes("/a.pdf", raw(0xff, 0))).toBe("unsupported");
  });

  test("is what somebody says, before all else", () => {
    expect(becomes("/a.txt", bytes("x"), "image/png")).toBe("image image/png");
    expect(becomes("/a.png", png, "text/plain")).toBe("not-text");
    expect(becomes("/a.bin", bytes("x"), "text/csv")).toBe("text_file text/csv");
    expect(becomes("/a.txt", bytes("x"), "video/mp4")).toBe("unsupported");
  });

  test.each(["zip", "docx", "mp4", "wasm", "ico", "bmp", "tiff"])("is nothing a provider takes: .%s", (extension) => {
    expect(becomes(`/a.${extension}`, raw("PK", 3, 4, 0, 0xff))).toBe("unsupported");
  });
});

test.each([
  ["PNG", png, 640, 480],
  ["GIF", gif, 320, 200],
  ["JPEG", jpeg, 640, 480],
  ["lossy WebP", lossy, 640, 480],
  ["lossless WebP", lossless, 640, 480],
  ["extended WebP", extended, 640, 480],
])("the size of a %s is told by its bytes", (_, content, width, height) => {
  expect(of("/a", content)).toMatchObject({ dimensions: { width, height } });
});

test("an image that ends too early, and a text, have no size", () => {
  for (const content of [
    png.subarray(0, 18),
    gif.subarray(0, 8),
    jpeg.subarray(0, 12),
    lossy.subarray(0, 20),
    raw(0xff, 0xd8, 0xff, 0xda, 0, 0),
  ])
    expect(of("/a", content)).not.toHaveProperty("dimensions");
  expect(of("/a.png", bytes("x"))).not.toHaveProperty("dimensions");
});
