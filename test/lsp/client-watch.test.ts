import { expect, test } from "vitest";
import { createClientWatch, type WatchRegistrar } from "../../server/src/lsp/client-watch.js";
import { globOf } from "../../server/src/lsp/globs.js";
import type { WatchedPlace } from "../../server/src/workspace/watched-names.js";

interface Options {
  readonly folders?: string[];
  readonly watchesFiles?: boolean;
  readonly takesRelativePatterns?: boolean;
  readonly refuses?: boolean;
  readonly links?: Record<string, string>;
}

/** A watch of a client, and what the client was asked to do. */
function fixture({ folders = ["/w"], watchesFiles = true, takesRelativePatterns = true, refuses = false, links = {} }: Options = {}) {
  const asked: string[] = [];
  let count = 0;
  const registrar: WatchRegistrar = {
    async register(watchers) {
      const patterns = watchers.map(({ globPattern }) =>
        typeof globPattern === "string" ? globPattern : `${String(globPattern.baseUri)} ${globPattern.pattern}`,
      );
      const id = ++count;
      asked.push(`+${id} ${patterns.join(", ")}`);
      if (refuses) throw new Error("no");
      return { dispose: () => void asked.push(`-${id}`) };
    },
    warn() {},
  };
  const client = { folders, watchesFiles, takesRelativePatterns };
  const watch = createClientWatch(registrar, client, async (path) => links[path] ?? path);
  return {
    asked,
    async watch(...paths: (string | Partial<WatchedPlace>)[]): Promise<string[]> {
      const places = paths.map((path) =>
        typeof path === "string" ? { path, place: path, isListed: false } : { isListed: false, ...path },
      );
      return (await watch.watch(places as WatchedPlace[])).map(({ path }) => path);
    },
  };
}

test("a client watches what lies in its folders, with the folders on the way there, and names of folders that are asked for", async () => {
  const { watch, asked } = fixture();
  expect(await watch("/w/a/b.md", { path: "/w/dir", place: "/w/dir", isListed: true })).toEqual([]);
  expect(asked).toEqual(["+1 file:///w a, file:///w a/b.md, file:///w dir, file:///w dir/*"]);
});

test("a client without relative patterns gets the same below any folder", async () => {
  const { watch, asked } = fixture({ takesRelativePatterns: false });
  await watch("/w/a/b.md");
  expect(asked).toEqual(["+1 **/a, **/a/b.md"]);
});

test("what a client cannot tell of is left to the server", async () => {
  const { watch, asked } = fixture();
  const others = ["/else/a.md", "/w", "/w/.git/HEAD", "/w/node_modules/a/x.md", "/wide/a.md"];
  expect(await watch(...others, { path: "/w/link/a.md", place: "/else/a.md" })).toEqual([...others, "/w/link/a.md"]);
  expect(asked).toEqual([]);
  expect(await fixture({ watchesFiles: false }).watch("/w/a.md")).toEqual(["/w/a.md"]);
});

test("a folder that was opened through a link is watched by the client", async () => {
  const { watch } = fixture({ links: { "/w": "/real" } });
  expect(await watch({ path: "/w/a.md", place: "/real/a.md" })).toEqual([]);
});

test("other places take the place of the ones before, and the same ones are not asked for again", async () => {
  const { watch, asked } = fixture();
  await watch("/w/a.md");
  await watch("/w/a.md");
  await watch("/w/b.md");
  await watch();
  expect(asked).toEqual(["+1 file:///w a.md", "+2 file:///w b.md", "-1", "-2"]);
});

test("where the client refuses, everything is left to the server, now and later", async () => {
  const { watch, asked } = fixture({ refuses: true });
  expect(await watch("/w/a.md")).toEqual(["/w/a.md"]);
  expect(await watch("/w/a.md", "/w/b.md")).toEqual(["/w/a.md", "/w/b.md"]);
  expect(asked).toHaveLength(1);
});

test("very many places of a folder are one", async () => {
  const { watch, asked } = fixture();
  await watch(...Array.from({ length: 600 }, (_, index) => `/w/${index}.md`));
  expect(asked).toEqual(["+1 file:///w **/*"]);
});

test("a glob of a path holds nothing that means something else in any client", () => {
  expect(globOf("/a b/[x]{y,z}*?!/é#%$'.md")).toBe("/a b/?x??y,z????/é#%$'.md");
  expect(globOf("C:\\a\\b")).toBe("C:/a/b");
});
