import { expect, test } from "vitest";
import { endpointUrl } from "../../../server/src/providers/protocols/endpoint-url.js";

const messages = { version: "/v1", ownPath: "before-version", path: "/messages" } as const;
const chat = { version: "/v1", ownPath: "replaces-version", path: "/chat/completions" } as const;

test.each([
  ["https://api.anthropic.com", "https://api.anthropic.com/v1/messages"],
  ["https://api.anthropic.com/", "https://api.anthropic.com/v1/messages"],
  ["http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1/messages"],
  ["https://gateway/anthropic", "https://gateway/anthropic/v1/messages"],
  ["https://gateway/v1/messages", "https://gateway/v1/messages"],
  ["https://gateway/a?key=b", "https://gateway/a/v1/messages?key=b"],
])("Messages at %s", (address, url) => expect(endpointUrl(address, messages)).toBe(url));

test.each([
  ["http://localhost:11434", "http://localhost:11434/v1/chat/completions"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"],
  ["http://[::1]:1/", "http://[::1]:1/v1/chat/completions"],
  ["https://host/api/openai/", "https://host/api/openai/chat/completions"],
  ["https://host/v1/chat/completions", "https://host/v1/chat/completions"],
  ["https://host/openai?api-version=1", "https://host/openai/chat/completions?api-version=1"],
])("Chat Completions at %s", (address, url) => expect(endpointUrl(address, chat)).toBe(url));
