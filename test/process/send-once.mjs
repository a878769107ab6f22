// Sends one request with the bundled part that sends, and prints what comes, one JSON line for each event.
// Arguments: the path of the bundle, the address, the key.

const [bundle, url, key] = process.argv.slice(2);
const { createSender } = await import(bundle);
const send = createSender({ env: process.env, askClient: async () => key });
const sending = {
  request: { url, headers: {}, body: "{}" },
  settings: { provider: "test", timeouts: { connect: 5000, head: 5000, idle: 5000 }, headers: {}, cacheRetention: "none" },
  authorization: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  decoder: () => ({
    push: ({ data }) => [
      data === "[DONE]" ? { kind: "done", ending: "complete", usage: { inputTokens: 1, outputTokens: 1 } } : { kind: "text", text: data },
    ],
    isOver: () => false,
    end: () => [{ kind: "failed", failure: { kind: "incomplete", message: "", advice: "" } }],
  }),
  wanted: { provider: "test", protocol: "chat-completions", baseUrl: "https://elsewhere.test", headers: {}, isBuiltIn: true },
};
for await (const event of send(sending, new AbortController().signal)) console.log(JSON.stringify(event));
