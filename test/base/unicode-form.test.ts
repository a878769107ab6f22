import { expect, test } from "vitest";
import { otherForm, otherFormLater } from "../../server/src/base/unicode-form.js";

const [one, two] = ["é".normalize("NFC"), "é".normalize("NFD")];
const folders: Record<string, string[]> = {
  "/": ["w/"],
  "/w": [`d${two}/`, "plain/", `f${two}.md`, `both${one}`, `both${two}`],
  [`/w/d${two}`]: [`${one}.md`, "plain.md"],
  [`/w/d${two}/plain`]: [`${two}.md`],
};

async function check(path: string, expected: string | undefined, asked: readonly string[]): Promise<void> {
  const seen: string[] = [];
  const folder = (name: string): string[] | undefined => {
    seen.push(name);
    return folders[name];
  };
  expect(otherForm(path, "/w", folder)).toBe(expected);
  expect(seen).toEqual(asked);
  expect(await otherFormLater(path, "/w", async (name) => folders[name])).toBe(expected);
}

test("the name of a file, and of every folder on the way, is found in its other form", async () => {
  await check(`/w/f${one}.md`, `/w/f${two}.md`, ["/w"]);
  await check(`/w/d${one}/plain.md`, `/w/d${two}/plain.md`, ["/w"]);
  await check(`/w/d${one}/${two}.md`, `/w/d${two}/${one}.md`, ["/w", `/w/d${two}`]);
  await check(`/w/d${one}/plain/${one}.md`, `/w/d${two}/plain/${two}.md`, ["/w", `/w/d${two}/plain`]);
});

test("a name that is there as it is written counts, and one that is not there in any form is none", async () => {
  await check(`/w/both${one}`, undefined, ["/w"]);
  await check(`/w/x${one}`, undefined, ["/w"]);
  await check(`/w/d${one}`, undefined, ["/w"]);
  await check(`/w/none/${one}`, undefined, ["/w/none"]);
  await check("/w/none/plain", undefined, []);
});

test("folders above the one that is known are not looked into", async () => {
  expect(
    otherForm(`/h${two}/w/a.md`, `/h${two}/w`, () => {
      throw new Error("asked");
    }),
  ).toBeUndefined();
});
