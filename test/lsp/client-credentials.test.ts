import { expect, test } from "vitest";
import { createClientCredentials } from "../../server/src/lsp/client-credentials.js";

/** Credentials of a client whose answers come when the test gives them. */
function fixture() {
  const asked: unknown[] = [];
  const answers: ((answer: unknown) => void)[] = [];
  const door = (request: unknown): Promise<unknown> => {
    asked.push(request);
    return new Promise((resolve, reject) => answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))));
  };
  return {
    asked,
    answer: (answer: unknown) => answers.shift()?.(answer),
    credentials: createClientCredentials(door, { keepsCredentials: true }),
  };
}

const { signal } = new AbortController();
const isSettled = async (promise: Promise<void> | undefined): Promise<boolean | undefined> =>
  promise && Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test.each([
  ["abc", "abc"],
  [{ secret: "abc" }, "abc"],
  [null, undefined],
  [{ secret: 7 }, undefined],
  [undefined, undefined],
])("the client's answer %j is the credential %j", async (given, expected) => {
  const { asked, answer, credentials } = fixture();
  const found = credentials.ask("openai", signal);
  answer(given);
  expect(await found).toBe(expected);
  expect(asked).toEqual([{ service: "openai" }]);
});

test("a credential is pending while the client is asked, and settled before and after, whatever the answer", async () => {
  const { answer, credentials } = fixture();
  expect(await isSettled(credentials.boundary("credential:openai"))).toBe(true);
  const found = credentials.ask("openai", signal);
  const pending = credentials.boundary("credential:openai");
  expect(await isSettled(pending)).toBe(false);
  expect(await isSettled(credentials.boundary("credential:vertex"))).toBe(true);
  answer(new Error("no"));
  await expect(found).rejects.toThrow("no");
  await pending;
  expect(await isSettled(credentials.boundary("credential:openai"))).toBe(true);
  expect(credentials.boundary("index")).toBeUndefined();
});

test("who waits no longer gets none, and a client that keeps none is not asked", async () => {
  const { answer, credentials } = fixture();
  const stop = new AbortController();
  const found = credentials.ask("openai", stop.signal);
  stop.abort();
  expect(await found).toBeUndefined();
  answer("abc");
  const asked: unknown[] = [];
  const door = async (request: unknown): Promise<unknown> => asked.push(request);
  expect(await createClientCredentials(door, { keepsCredentials: false }).ask("openai", signal)).toBeUndefined();
  expect(asked).toEqual([]);
});
