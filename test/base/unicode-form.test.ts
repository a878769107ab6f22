import { expect, test } from "vitest";
import { otherForm, otherFormLater } from "../../server/src/base/unicode-form.js";

const [one, two] = ["é".normalize("NFC"), "é".normalize("NFD")];
const folders: Record<string, string[]> = {
  "/": ["work/"],
  "/work": [`d${two}/`, "plain/", `f${two}.md`, `both${one}`, `both${two}`],
  [`/work/d${two}`]: [`${one}.md`, "plain.md"],
  [`/work/d${two}/plain`]: [`${two}.md`],
};

async function check(path: string, expected: string | undefined, asked: readonly string[]): Promise<void> {
  const seen: string[] = [];
  const folder = (name: string): string[] | undefined => {
    seen.push(name);
    return folders[name];
  };
  expect(otherForm(path, "/work", folder)).toBe(expected);
  expect(seen).toEqual(asked);
  expect(await otherFormLater(path, "/work", async (name) => folders[name])).toBe(expected);
}

test("the name of a file, and of every folder on the way, is found in its other form", async () => {
  await check(`/work/f${one}.md`, `/work/f${two}.md`, ["/work"]);
  await check(`/work/d${one}/plain.md`, `/work/d${two}/plain.md`, ["/work"]);
  await check(`/work/d${one}/${two}.md`, `/work/d${two}/${one}.md`, ["/work", `/work/d${two}`]);
  await check(`/work/d${one}/plain/${one}.md`, `/work/d${two}/plain/${two}.md`, ["/work", `/work/d${two}/plain`]);
});

test("a name that is there as it is written counts, and one that is not there in any form is none", async () => {
  await check(`/work/both${one}`, undefined, ["/work"]);
  await check(`/work/x${one}`, undefined, ["/work"]);
  await check(`/work/d${one}`, undefined, ["/work"]);
  await check(`/work/none/${one}`, undefined, ["/work/none"]);
  await check("/work/none/plain", undefined, []);
});

test("folders above the one that is known are not looked into", async () => {
  expect(
    otherForm(`/h${two}/w/a.md`, `/h${two}/w`, () => {
      throw new Error("asked");
    }),
  ).toBeUndefined();
});
