import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { networkProviders, requestFixtures, requestOf } from "./request-of.js";

const rich = readFileSync(join(requestFixtures, "rich.chat"), "utf8");
const settings = { vertex: { project_id: "my project" } };

describe("the request of a rich conversation", () => {
  test.each([...networkProviders, "echo"])("to %s is, byte for byte, what it was", async (provider) => {
    const { request } = requestOf(rich, { ...settings, provider });
    await expect(request.body).toMatchFileSnapshot(join(requestFixtures, `${provider}.json`));
  });

  test("goes to the address of each provider", () => {
    expect(networkProviders.map((provider) => requestOf(rich, { ...settings, provider }).request.url)).toEqual([
      "https://api.anthropic.com/v1/messages",
      "https://api.openai.com/v1/responses",
      "https://chatgpt.com/backend-api/codex/responses",
      "https://aiplatform.googleapis.com/v1beta1/projects/my%20project/locations/global/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
      "https://api.moonshot.ai/v1/chat/completions",
    ]);
  });
});
