import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FaultName } from "../../support/fake-providers/faults.js";
import { replies } from "../../support/fake-providers/replies.js";
import { type Exchange, type FakeProviders, startFakeProviders } from "../../support/fake-providers/server.js";
import { type TempDir, tempDir } from "../../support/temp-dir.js";
import { runCommand, writeSettings } from "./command-line.js";
import { givenBackIn, isAborted, saidBy, withNextTurn } from "./conversation.js";
import { outcomes } from "./outcomes.js";
import { keys, providers, wireNames, writeCodexAccount } from "./sender.js";

let fake: FakeProviders;
let dir: TempDir;
beforeAll(async () => {
  fake = await startFakeProviders();
  dir = tempDir();
  writeCodexAccount(dir, "codex-fake");
  writeSettings(dir, fake);
});
afterAll(async () => {
  await fake.close();
  dir.remove();
});

const faults: readonly FaultName[] = ["chunk-random-1", "server-error-twice", "reset-in-event", "end-in-tool", "forbidden"];
vi.setConfig({ maxConcurrency: 4 });

describe.each(wireNames)("the command line over %s", { concurrent: true }, (wire) => {
  test.each(faults)("loses no text, doubles none, and leaves a file that can be sent again: %s", { timeout: 90_000 }, async (fault) => {
    const { written } = outcomes[fault];
    const name = `${wire}-${fault}`;
    const before = `\`\`\`json\n{"flemma": {"provider": "${providers[wire]}"}}\n\`\`\`\n@You:\nfake:rich/${fault}/${name}\n`;
    const file = dir.write(`${name}.chat`, before);
    const first = await runCommand(["send", file], { dir, env: keys });
    expect(first).toMatchObject({ code: written === "all" ? 0 : 1 });
    const after = readFileSync(file, "utf8");
    expect(isAborted(after)).toBe(written === "delivered");
    if (written === "nothing") expect(after).toBe(before);
    else expect(after.startsWith(`${before}\n@Assistant:\n`)).toBe(true);

    const next = withNextTurn(after, `Go on. fake:hello/none/${name}-again`);
    dir.write(`${name}.chat`, next);
    expect(await runCommand(["send", file], { dir, env: keys })).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toBe(`${next}\n@Assistant:\nHello there.\n\n@You:\n`);
    const back = givenBackIn(fake.exchangesOf(`${name}-again`)[0] as Exchange);
    if (written === "all") expect(back).toEqual(saidBy(replies.rich, wire));
    if (written === "delivered") expect(back.text).toBe((fake.exchangesOf(name).at(-1)?.text ?? "").replace(/\s+/g, ""));
  });
});
