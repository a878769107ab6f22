import { expect, test } from "vitest";
import type { CancellationToken } from "vscode-languageserver";
import { createClientCredentials } from "../../server/src/lsp/client-credentials.js";

/** Credentials of a client whose answers come when the test gives them. */
function fixture() {
  const asked: unknown[] = [];
  const answers: ((answer: unknown) => void)[] = [];
  const cancelled: unknown[] = [];
  const door = (request: unknown, token: CancellationToken): Promise<unknown> => {
    asked.push(request);
    token.onCancellationRequested(() => cancelled.push(request));
    return new Promise((resolve, reject) => answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))));
  };
  return {
    asked,
    cancelled,
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

test("several who need the same credential at once ask for it once, and it is taken back when the last of them waits no longer", async () => {
  const { asked, answer, cancelled, credentials } = fixture();
  const [first, second] = [new AbortController(), new AbortController()];
  const found = [credentials.ask("openai", first.signal), credentials.ask("openai", second.signal)];
  first.abort();
  expect(await found[0]).toBeUndefined();
  expect(cancelled).toEqual([]);
  answer("abc");
  expect(await found[1]).toBe("abc");
  expect(asked).toHaveLength(1);
  expect(cancelled).toEqual([]);
  const later = credentials.ask("openai", second.signal);
  expect(asked).toHaveLength(2);
  second.abort();
  expect(await later).toBeUndefined();
  expect(cancelled).toEqual([{ service: "openai" }]);
  expect(await isSettled(credentials.boundary("credential:openai"))).toBe(true);
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
