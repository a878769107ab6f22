import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { machinePlaces } from "../../server/src/providers/credentials.js";
import { tempDir } from "../support/temp-dir.js";
import { loopback } from "./loopback.js";

const signal = new AbortController().signal;
/** A name that no keyring of a person has. */
const service = "chatls-test-of-keyrings";

/** A folder that goes with the test. */
function emptyFolder(): string {
  const { path, remove } = tempDir();
  onTestFinished(remove);
  return path;
}

/** A folder that is the whole PATH, with programs that write down how they were called. */
function programs(scripts: { readonly [name: string]: string }): { readonly env: { [name: string]: string }; called(): string } {
  const folder = emptyFolder();
  const log = join(folder, "called");
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n/usr/bin/env >> '${log}'\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const env = {
    PATH: folder,
    HOME: folder,
    ANTHROPIC_API_KEY: "sk-canary",
    VERTEX_ACCESS_TOKEN: "sk-canary",
    CLOUDSDK_CONFIG: folder,
    LANG: "C",
  };
  return { env, called: () => readFileSync(log, "utf8") };
}

describe.skipIf(process.platform !== "linux")("programs", () => {
  test("gcloud is asked for a token, and sees no key", async () => {
    const { env, called } = programs({ gcloud: "echo ya29.token" });
    expect(await machinePlaces(env).gcloudToken(signal)).toEqual({ secret: "ya29.token" });
    expect(called()).toContain("gcloud auth print-access-token\n");
    expect(called()).toContain(`CLOUDSDK_CONFIG=${env.HOME}\n`);
    expect(called()).not.toContain("sk-canary");
  });

  test("a program that is missing, fails or says nothing gives a reason", async () => {
    expect(await machinePlaces(programs({}).env).gcloudToken(signal)).toEqual({ reason: "gcloud not found in PATH" });
    const failing = programs({ gcloud: "echo 'You are not\nlogged in' >&2; exit 1" });
    expect(await machinePlaces(failing.env).gcloudToken(signal)).toEqual({ reason: "gcloud gave nothing (You are not logged in)" });
    expect(await machinePlaces(programs({ gcloud: "" }).env).gcloudToken(signal)).toEqual({ reason: "gcloud gave nothing" });
  });

  test("a program that does not come back is stopped with the send", async () => {
    const abort = new AbortController();
    const { env } = programs({ gcloud: "exec /bin/sleep 600" });
    const token = machinePlaces(env).gcloudToken(abort.signal);
    setTimeout(() => abort.abort(), 50);
    expect(await token).toEqual({ reason: "gcloud gave nothing" });
  });

  test("entries that were made with secret-tool are found, under both names", async () => {
    const current = programs({ "secret-tool": '[ "$5" = api_key ] && printf current' });
    expect(await machinePlaces(current.env).keyring(service, "api_key", signal)).toEqual({ secret: "current" });
    expect(current.called()).toContain(`secret-tool lookup service ${service} key api_key\n`);
    const old = programs({ "secret-tool": '[ "$5" = api ] && printf old' });
    expect(await machinePlaces(old.env).keyring(service, "api_key", signal)).toEqual({ secret: "old" });
    expect(old.called()).not.toContain("sk-canary");
  });

  test("a keyring without the entry gives every reason once", async () => {
    const found = await machinePlaces(programs({}).env).keyring(service, "api_key", signal);
    expect(found).toEqual({ reason: expect.stringMatching(/keyring.*; secret-tool not found in PATH$/) });
  });
});

describe("the Codex CLI's file", () => {
  test("lies where settings say, where CODEX_HOME says, or at home", async () => {
    const home = emptyFolder();
    mkdirSync(join(home, ".codex"));
    for (const place of [".codex/auth.json", "auth.json", "mine.json"]) writeFileSync(join(home, place), place);
    expect(await machinePlaces({ HOME: home }).codexFile(undefined)).toMatchObject({ text: ".codex/auth.json" });
    expect(await machinePlaces({ HOME: home, CODEX_HOME: home }).codexFile(undefined)).toMatchObject({ text: "auth.json" });
    expect(await machinePlaces({ HOME: home, CODEX_HOME: home }).codexFile("~/mine.json")).toMatchObject({ text: "mine.json" });
    expect(await machinePlaces({ HOME: join(home, "none") }).codexFile(undefined)).toEqual({
      reason: `'${join(home, "none/.codex/auth.json")}' cannot be read`,
    });
  });
});

describe("Google's library", () => {
  test("is not asked where there is nothing for it", async () => {
    expect(await machinePlaces({ HOME: emptyFolder() }).googleToken("{ no json", signal)).toEqual({
      reason: "VERTEX_SERVICE_ACCOUNT is neither JSON nor a path",
    });
  });

  test("gives a token for an account, with its end", async () => {
    const folder = emptyFolder();
    const server = await loopback((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ access_token: "ya29.exchanged", issued_token_type: "x", token_type: "Bearer", expires_in: 3600 }));
    });
    writeFileSync(join(folder, "subject"), "subject-token");
    const account = {
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `http://127.0.0.1:${server.port}/token`,
      credential_source: { file: join(folder, "subject") },
    };
    const places = machinePlaces({ HOME: folder });
    const token = { secret: "ya29.exchanged", until: expect.any(Number) };
    expect(await places.googleToken(JSON.stringify(account), signal)).toEqual(token);
    writeFileSync(join(folder, "account.json"), JSON.stringify(account));
    expect(await places.googleToken(join(folder, "account.json"), signal)).toEqual(token);
    expect(server.arrived[0]?.body).toContain("subject-token");
  });

  test("that fails gives a reason, and a stopped send does not wait for it", async () => {
    const places = machinePlaces({ HOME: emptyFolder() });
    expect(await places.googleToken("/nowhere/account.json", signal)).toEqual({
      reason: expect.stringContaining("Google's credentials cannot be used"),
    });
    expect(await places.googleToken("/nowhere/account.json", AbortSignal.abort())).toEqual({ reason: "the search was cancelled" });
  });
});
