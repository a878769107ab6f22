import { expect, test } from "vitest";
import { openFileAt } from "../../server/src/workspace/open-texts.js";

const [nfc, nfd] = ["/w/é.md".normalize("NFC"), "/w/é.md".normalize("NFD")];

/** Which of the open paths is the file at `path`, where links lead as `links` say and these files are there. */
async function found(
  path: string,
  open: readonly string[],
  { links = {}, files = [] as string[] }: { links?: Record<string, string>; files?: string[] } = {},
) {
  const place = (of: string): string | undefined => (of === "/lost" ? undefined : (links[of] ?? of));
  const disk = { placeOf: async (of: string) => place(of), exists: async (of: string) => files.includes(of) };
  const entries = open.map((each) => ({ path: each, place: Promise.resolve(place(each)) }));
  return (await openFileAt(path, entries, disk))?.path;
}

test("an open text is found by its path, and by every link to the same place", async () => {
  expect(await found("/w/a", ["/w/b", "/w/a"])).toBe("/w/a");
  expect(await found("/w/link", ["/w/a"], { links: { "/w/link": "/w/a" } })).toBe("/w/a");
  expect(await found("/w/a", ["/w/link"], { links: { "/w/link": "/w/a" } })).toBe("/w/link");
});

test("another file is not found, nor one whose place nobody knows", async () => {
  expect(await found("/w/a", ["/w/A", "/w/b"])).toBeUndefined();
  expect(await found("/w/a", [])).toBeUndefined();
  expect(await found("/lost", ["/w/a"])).toBeUndefined();
  expect(await found("/w/a", ["/lost"])).toBeUndefined();
});

test("the other normal form of a name is the same file, unless both are there", async () => {
  expect(await found(nfd, [nfc])).toBe(nfc);
  expect(await found(nfc, [nfd], { files: [nfc] })).toBe(nfd);
  expect(await found(nfc, [nfd], { files: [nfc, nfd] })).toBeUndefined();
  expect(await found(nfc, [nfd, nfc])).toBe(nfc);
});
