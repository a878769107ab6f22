import { expect, test } from "vitest";
import { redactor } from "../../server/src/providers/redact.js";

const secret = 'sk-"a/b+c=';

test.each([
  ["as it is", secret],
  ["in JSON", JSON.stringify({ key: secret })],
  ["in an address", `?key=${encodeURIComponent(secret)}`],
  ["in base64", Buffer.from(secret).toString("base64")],
  ["twice", `${secret}${secret}`],
])("a secret is taken out %s", (_, text) => {
  const rest = redactor([secret])(`before ${text} after`);
  expect(rest).toMatch(/^before .*\[redacted\].* after$/);
  expect(rest).not.toMatch(/sk-|a\/b|a%2Fb|c2st/);
});

test("of a header with a scheme, the key alone is taken out, too", () => {
  expect(redactor(["Bearer my-long-key"])("my-long-key of Bearer my-long-key")).toBe("[redacted] of [redacted]");
});

test("the longer of two secrets goes first", () => {
  expect(redactor(["secret", "secret-and-more"])("secret-and-more")).toBe("[redacted]");
});

test("short words and nothing at all are no secrets", () => {
  expect(redactor(["", " ", "true", "no"])("no secret is true")).toBe("no secret is true");
});
