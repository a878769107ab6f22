import { expect, test } from "vitest";
import { isSecretName } from "../../server/src/base/secret-name.js";

test.each([".env", ".env.local", ".ENV", "id_rsa", "id_ed25519.pub", "server.pem", "server.KEY", ".key"])(
  "%s is named like a secret",
  (name) => {
    expect(isSecretName(name)).toBe(true);
  },
);

test.each(["env", ".envrc", "my.env", "paid_bills.txt", "key.txt", "pem", "keyboard.md", "a.pem.txt"])("%s is not", (name) => {
  expect(isSecretName(name)).toBe(false);
});
