import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { childrenOf } from "./children.js";

const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri("") });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

/** One message that takes long, and tells by its fault which of its versions was evaluated. */
const slow = (name: string): string => `@You:\n{% local sum = 0 for i = 1, 2e6 do sum = sum + i end %}\n{{ ${name} }}\n`;

/** The names that the published diagnostics of a document complain about, by version. */
function namesByVersion(uri: string): [number | undefined, string][] {
  return client
    .published(uri)
    .flatMap(({ version, diagnostics }) => diagnostics.map(({ message }): [number | undefined, string] => [version, String(message)]))
    .map(([version, message]) => [version, /'(\w+)'/.exec(message)?.[1] ?? message]);
}

test("ten edits of a slow message in a row end with the result of the last, none with that of another; no process is made for each", async () => {
  const uri = dir.uri("slow.chat");
  await client.open(uri, slow("nobody1"));
  await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
  for (let number = 2; number <= 11; number++) await client.change(uri, slow(`nobody${number}`));
  const processes = new Set<number>();
  const look = setInterval(() => {
    for (const id of childrenOf(client.process.pid)) processes.add(id);
  }, 10);
  const { diagnostics } = await client.waitForDiagnostics(uri, (params) => params.version === 11 && params.diagnostics.length === 1);
  expect(diagnostics[0]?.message).toContain("'nobody11'");
  clearInterval(look);
  expect(namesByVersion(uri).filter(([version, name]) => name !== `nobody${version}`)).toEqual([]);
  // Two are kept, and one more is made ready while a run takes long.
  expect(processes.size).toBeLessThanOrEqual(3);
});

test("edits that come while a slow message is evaluated do not disturb another document", async () => {
  const uri = dir.uri("typed.chat");
  const other = dir.uri("still.chat");
  await client.open(uri, slow("a"));
  await client.open(other, "@You:\n{{ before }}\n");
  for (let number = 2; number <= 8; number++) {
    await client.change(uri, slow("a".repeat(number)));
    await client.change(other, `@You:\n{{ still${number} }}\n`);
    await client.waitForDiagnostics(other, ({ version, diagnostics }) => version === number && diagnostics.length === 1);
  }
  await client.waitForDiagnostics(uri, ({ version, diagnostics }) => version === 8 && diagnostics.length === 1);
  expect(namesByVersion(uri).filter(([version, name]) => name.length !== version)).toEqual([]);
  expect(namesByVersion(other).filter(([version, name]) => version !== 1 && name !== `still${version}`)).toEqual([]);
});
