// What the server said in all sessions before, checked against types that are made from the specification by others.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { protocolTypes } from "./support/editors.mjs";
import { results } from "./support/session.mjs";

const logs = readdirSync(results, { recursive: true })
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => join(results, name));

function validate(python, packages, files) {
  const script = fileURLToPath(new URL("support/validate.py", import.meta.url));
  const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1", LC_ALL: "C.UTF-8" };
  return spawnSync(python, [script, ...files], { encoding: "utf8", env, maxBuffer: 1 << 26 });
}

test(`every message of the server in ${logs.length} sessions is valid LSP 3.18, and one that its client can take`, () => {
  const { python, packages } = protocolTypes();
  const { stdout, stderr, status } = validate(python, packages, logs);
  assert.equal(status, 0, stdout.slice(-3000) + stderr.slice(-2000));
});

test("a session with faults is found out", () => {
  const { python, packages } = protocolTypes();
  const faulty = fileURLToPath(new URL("support/faulty.jsonl", import.meta.url));
  const { stdout, status } = validate(python, packages, [faulty]);
  assert.match(stdout, /6 messages of the server in 1 sessions, 6 faults/);
  assert.equal(status, 1);
});
