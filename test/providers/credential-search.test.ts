import { describe, expect, test } from "vitest";
import { type CredentialPlaces, createCredentials, type Lookup, type Wanted } from "../../server/src/providers/credential-search.js";

const anthropic: Wanted = {
  provider: "anthropic",
  protocol: "anthropic",
  baseUrl: "https://api.anthropic.com",
  headers: {},
  isBuiltIn: true,
};
const vertex: Wanted = {
  provider: "vertex",
  protocol: "gemini",
  baseUrl: "https://aiplatform.googleapis.com",
  headers: {},
  isBuiltIn: true,
};
const codex: Wanted = { provider: "codex", protocol: "codex", baseUrl: "https://chatgpt.com", headers: {}, isBuiltIn: true, codex: true };
const mine: Wanted = { provider: "my-box.1", protocol: "chat-completions", baseUrl: "https://box.test/v1", headers: {}, isBuiltIn: false };

const signal = new AbortController().signal;
const hour = 3600_000;

/** Places of which all are empty but those that are given; `asked` tells which were looked at. */
function places(given: Partial<CredentialPlaces> = {}): CredentialPlaces & { readonly asked: string[] } {
  const asked: string[] = [];
  const seen = (name: string, lookup: Lookup | Promise<Lookup>): Promise<Lookup> => {
    asked.push(name);
    return Promise.resolve(lookup);
  };
  const none = (reason: string): Lookup => ({ reason });
  const { askClient, keyring, googleToken, gcloudToken, codexFile } = given;
  return {
    asked,
    env: {},
    now: () => 0,
    ...given,
    ...(askClient && { askClient: (service, stop) => seen(`client ${service}`, askClient(service, stop)) }),
    keyring: (service, account, stop) =>
      seen(`keyring ${service}/${account}`, keyring?.(service, account, stop) ?? none(`the keyring has no entry ${service}/${account}`)),
    googleToken: (json, stop) => seen("google", googleToken?.(json, stop) ?? none("there are no application-default credentials")),
    gcloudToken: (stop) => seen("gcloud", gcloudToken?.(stop) ?? none("gcloud not found in PATH")),
    codexFile: codexFile ?? (async () => ({ reason: "'/home/me/.codex/auth.json' cannot be read" })),
  };
}

const has = (secret: string) => async (): Promise<Lookup> => ({ secret });
const credential = (secret: string) => ({ kind: "found", credential: { secret } });

test("the editor comes first, then the environment, then the keyring", async () => {
  const all = { askClient: has("from-editor"), env: { ANTHROPIC_API_KEY: "from-environment" }, keyring: has("from-keyring") };
  expect(await createCredentials(places(all)).of(anthropic)(signal)).toMatchObject(credential("from-editor"));
  const { askClient: _, ...noEditor } = all;
  expect(await createCredentials(places(noEditor)).of(anthropic)(signal)).toMatchObject(credential("from-environment"));
  expect(await createCredentials(places({ keyring: all.keyring })).of(anthropic)(signal)).toMatchObject(credential("from-keyring"));
});

test("white space around a key is no part of it, and an empty key is none", async () => {
  expect(await createCredentials(places({ env: { ANTHROPIC_API_KEY: " k\n" } })).of(anthropic)(signal)).toMatchObject(credential("k"));
  const empty = await createCredentials(places({ env: { ANTHROPIC_API_KEY: " " } })).of(anthropic)(signal);
  expect(empty).toMatchObject({ kind: "missing", failure: { message: expect.stringContaining("ANTHROPIC_API_KEY is empty") } });
});

test("what cannot be a key is none, and is not shown", async () => {
  for (const wrong of ["a key", "k\u00e9y", "k\u0007", "k\nx"]) {
    const found = await createCredentials(places({ env: { ANTHROPIC_API_KEY: wrong }, keyring: has("good") })).of(anthropic)(signal);
    expect(found).toMatchObject(credential("good"));
    const missing = await createCredentials(places({ env: { ANTHROPIC_API_KEY: wrong } })).of(anthropic)(signal);
    expect(missing).toMatchObject({ failure: { message: expect.stringContaining("ANTHROPIC_API_KEY holds characters that no key has") } });
    expect(JSON.stringify(missing)).not.toContain(JSON.stringify(wrong).slice(1, -1));
  }
});

test("where nothing is found, every place says why, and a person is told what to do", async () => {
  const askClient = async () => ({ reason: "the editor has none" });
  expect(await createCredentials(places({ askClient })).of(anthropic)(signal)).toEqual({
    kind: "missing",
    failure: {
      kind: "authentication",
      message:
        "No key for 'anthropic' was found: the editor has none; ANTHROPIC_API_KEY is not set; the keyring has no entry anthropic/api_key.",
      advice:
        "Set ANTHROPIC_API_KEY where this program is started, or give the key to the editor, or keep it in the keyring (service anthropic, account api_key); then send again.",
    },
  });
  expect(await createCredentials(places()).of(vertex)(signal)).toMatchObject({
    failure: {
      message:
        "No access token for 'vertex' was found: VERTEX_ACCESS_TOKEN is not set; VERTEX_AI_ACCESS_TOKEN is not set; the keyring has no entry vertex/access_token; there are no application-default credentials; gcloud not found in PATH.",
      advice: expect.stringContaining("gcloud auth application-default login"),
    },
  });
});

test("what the editor or the keyring gave is remembered, until the provider refuses it", async () => {
  let count = 0;
  const there = places({ askClient: async () => ({ secret: `key-${++count}` }) });
  const find = createCredentials(there).of(anthropic);
  expect(await find(signal)).toMatchObject(credential("key-1"));
  expect(await find(signal)).toMatchObject(credential("key-1"));
  expect(await find(signal, { secret: "key-1" })).toBeUndefined();
  expect(there.asked).toEqual(["client anthropic"]);
  expect(await find(signal)).toMatchObject(credential("key-2"));
});

test("what was found is asked for anew once the editor keeps another credential for the same provider, and for no other one", async () => {
  const revisions = new Map([["anthropic", 0]]);
  let count = 0;
  const there = places({
    askClient: async () => ({ secret: `key-${++count}` }),
    clientRevision: (service) => revisions.get(service) ?? 0,
  });
  const find = createCredentials(there).of(anthropic);
  expect(await find(signal)).toMatchObject(credential("key-1"));
  revisions.set("openai", 1);
  expect(await find(signal)).toMatchObject(credential("key-1"));
  revisions.set("anthropic", 1);
  expect(await find(signal)).toMatchObject(credential("key-2"));
  expect(await find(signal)).toMatchObject(credential("key-2"));
});

test("that something was not found is not remembered", async () => {
  const env: { [name: string]: string } = {};
  const find = createCredentials(places({ env })).of(anthropic);
  expect(await find(signal)).toMatchObject({ kind: "missing" });
  env.ANTHROPIC_API_KEY = "k";
  expect(await find(signal)).toMatchObject(credential("k"));
});

describe("an endpoint of settings", () => {
  test("has the key in the variable that settings name, or in one that is named after it", async () => {
    const env = { MY_BOX_1_API_KEY: "usual", BOX_KEY: "named" };
    const credentials = createCredentials(places({ env }));
    expect(await credentials.of(mine)(signal)).toMatchObject(credential("usual"));
    expect(await credentials.of({ ...mine, variable: "BOX_KEY" })(signal)).toMatchObject(credential("named"));
  });

  test("says nothing of what stands where the name of a variable belongs: it may be the key", async () => {
    const missing = JSON.stringify(await createCredentials(places({})).of({ ...mine, variable: "sk-secret" })(signal));
    expect(missing).toContain("providers.my-box.1.key is not the name of an environment variable");
    expect(missing).not.toContain("sk-secret");
  });

  test("with a name for its key needs one, wherever it is", async () => {
    const here = { ...mine, baseUrl: "http://localhost:11434/v1", variable: "BOX_KEY" };
    expect(await createCredentials(places()).of(here)(signal)).toMatchObject({
      kind: "missing",
      failure: { message: expect.stringContaining("BOX_KEY is not set") },
    });
  });

  test.each(["http://localhost:11434/v1", "http://127.0.0.1:1/v1", "http://[::1]:1/v1", "https://127.8.8.8/"])(
    "on this machine (%s) is asked without a key, and nobody is asked for one",
    async (baseUrl) => {
      const there = places({ askClient: has("k") });
      expect(await createCredentials(there).of({ ...mine, baseUrl })(signal)).toMatchObject({ kind: "found", credential: undefined });
      expect(there.asked).toEqual([]);
      const env = { MY_BOX_1_API_KEY: "usual" };
      expect(await createCredentials(places({ env })).of({ ...mine, baseUrl })(signal)).toMatchObject(credential("usual"));
    },
  );

  test.each(["https://localhost.example.com/", "https://127.0.0.1.example.com/", "https://box.test/?localhost"])(
    "elsewhere (%s) is not",
    async (baseUrl) => {
      expect(await createCredentials(places()).of({ ...mine, baseUrl })(signal)).toMatchObject({ kind: "missing" });
    },
  );

  test("with a header that shows who asks needs no key", async () => {
    for (const name of ["Authorization", "api-key", "X-Goog-Api-Key", "cookie"]) {
      const there = places({ askClient: has("k") });
      const header = { ...mine, headers: { [name]: "x" } };
      expect(await createCredentials(there).of(header)(signal)).toMatchObject({ kind: "found", credential: undefined });
      expect(there.asked).toEqual([]);
    }
    expect(await createCredentials(places()).of({ ...mine, headers: { "x-tenant": "x" } })(signal)).toMatchObject({ kind: "missing" });
    const named = { ...mine, headers: { "api-key": "x" }, variable: "BOX_KEY" };
    expect(await createCredentials(places()).of(named)(signal)).toMatchObject({ kind: "missing" });
  });

  test("of a known provider on this machine has its key where there is one", async () => {
    const here = { ...anthropic, baseUrl: "http://127.0.0.1:9/" };
    expect(await createCredentials(places({ askClient: has("k") })).of(here)(signal)).toMatchObject(credential("k"));
    expect(await createCredentials(places()).of(here)(signal)).toMatchObject({ kind: "found", credential: undefined });
  });
});

describe("Vertex", () => {
  test.each([
    ["VERTEX_ACCESS_TOKEN", { env: { VERTEX_ACCESS_TOKEN: "a", VERTEX_AI_ACCESS_TOKEN: "b" } }, "a"],
    ["its other name", { env: { VERTEX_AI_ACCESS_TOKEN: "b" } }, "b"],
    ["application-default credentials", { googleToken: has("c"), gcloudToken: has("d") }, "c"],
    ["gcloud", { gcloudToken: has("d") }, "d"],
  ])("takes its token from %s", async (_, given, secret) => {
    expect(await createCredentials(places(given)).of(vertex)(signal)).toMatchObject(credential(secret));
  });

  test("a service account is handed to Google's library", async () => {
    const there = places({
      env: { VERTEX_SERVICE_ACCOUNT: '{"type":"service_account"}' },
      googleToken: async (json) => ({ secret: `token-of-${json}` }),
    });
    expect(await createCredentials(there).of(vertex)(signal)).toMatchObject(credential('token-of-{"type":"service_account"}'));
  });

  test("a token is fetched anew before it runs out", async () => {
    let now = 0;
    let count = 0;
    const there = places({ now: () => now, gcloudToken: async () => ({ secret: `token-${++count}` }) });
    const find = createCredentials(there).of(vertex);
    expect(await find(signal)).toMatchObject(credential("token-1"));
    now = 0.92 * hour;
    expect(await find(signal)).toMatchObject(credential("token-1"));
    now = 0.93 * hour;
    expect(await find(signal)).toMatchObject(credential("token-2"));
  });

  test("a token whose end is known is used until then", async () => {
    let now = 0;
    let count = 0;
    const find = createCredentials(places({ now: () => now, googleToken: async () => ({ secret: `t-${++count}`, until: now + 1000 }) })).of(
      vertex,
    );
    await find(signal);
    now = 1001;
    expect(await find(signal)).toMatchObject(credential("t-2"));
  });

  test("a token that is refused is fetched anew; the same one again is none", async () => {
    let count = 0;
    const find = createCredentials(places({ gcloudToken: async () => ({ secret: `token-${++count}` }) })).of(vertex);
    await find(signal);
    expect(await find(signal, { secret: "token-1" })).toMatchObject(credential("token-2"));
    expect(await find(signal)).toMatchObject(credential("token-2"));
    const same = createCredentials(places({ env: { VERTEX_ACCESS_TOKEN: "t" } })).of(vertex);
    expect(await same(signal, { secret: "t" })).toBeUndefined();
  });
});

describe("Codex", () => {
  const path = "/home/me/.codex/auth.json";
  const login = { auth_mode: "chatgpt", tokens: { access_token: "at", refresh_token: "rt", account_id: "acct" } };
  const file = (data: unknown) => ({ codexFile: async () => ({ path, text: typeof data === "string" ? data : JSON.stringify(data) }) });

  test("takes the login of its command line, without what refreshes it", async () => {
    expect(await createCredentials(places(file(login))).of(codex)(signal)).toEqual({
      kind: "found",
      credential: { secret: "at", account: "acct" },
      advice: "Run 'codex login', then send again.",
    });
  });

  test("does so only where a person allowed it", async () => {
    for (const allowed of [{}, { codex: false }]) {
      const { codex: _, ...rest } = codex;
      let isRead = false;
      const there = places({
        codexFile: async () => {
          isRead = true;
          return { path, text: "{}" };
        },
      });
      expect(await createCredentials(there).of({ ...rest, ...allowed })(signal)).toMatchObject({
        kind: "missing",
        failure: { kind: "authentication", advice: expect.stringContaining("credentials.codex") },
      });
      expect(isRead).toBe(false);
    }
  });

  test("reads the file that settings name, or the usual one", async () => {
    const read: (string | undefined)[] = [];
    const there = places({
      codexFile: async (place) => {
        read.push(place);
        return { path, text: JSON.stringify(login) };
      },
    });
    const credentials = createCredentials(there);
    await credentials.of(codex)(signal);
    await credentials.of({ ...codex, codex: "~/other.json" })(signal);
    expect(read).toEqual([undefined, "~/other.json"]);
  });

  test("reads it for every send, and once more when the token is refused", async () => {
    let count = 0;
    const there = places({
      codexFile: async () => ({ path, text: JSON.stringify({ ...login, tokens: { access_token: `at-${++count}` } }) }),
    });
    const find = createCredentials(there).of(codex);
    expect(await find(signal)).toMatchObject(credential("at-1"));
    expect(await find(signal)).toMatchObject(credential("at-2"));
    expect(await find(signal, { secret: "at-2" })).toMatchObject(credential("at-3"));
    expect(await createCredentials(places(file(login))).of(codex)(signal, { secret: "at" })).toBeUndefined();
  });

  test.each([
    ["another kind of login", { ...login, auth_mode: "apikey" }, "holds no login with a ChatGPT account"],
    ["no kind of login", { tokens: login.tokens }, "holds no login with a ChatGPT account"],
    ["no token", { auth_mode: "chatgpt", tokens: null }, "holds no access token"],
    ["no JSON", "{", "holds no login"],
    ["JSON of another shape", "[1]", "holds no login"],
  ])("says so when the file has %s", async (_, data, message) => {
    const found = await createCredentials(places(file(data))).of(codex)(signal);
    expect(found).toMatchObject({
      kind: "missing",
      failure: { message: expect.stringContaining(message), advice: expect.stringContaining("codex login") },
    });
    expect(JSON.stringify(found)).not.toMatch(/"at"|rt/);
  });

  test("says so when there is no file", async () => {
    expect(await createCredentials(places()).of(codex)(signal)).toMatchObject({
      kind: "missing",
      failure: { message: expect.stringContaining("'/home/me/.codex/auth.json' cannot be read") },
    });
  });
});

test("stopping ends the search", async () => {
  const abort = new AbortController();
  const there = places({
    askClient: async () => {
      abort.abort();
      return { reason: "the editor was stopped" };
    },
  });
  await createCredentials(there).of(vertex)(abort.signal);
  expect(there.asked).toEqual(["client vertex"]);
});
