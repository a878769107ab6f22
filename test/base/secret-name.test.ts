import { expect, test } from "vitest";
import { isSecretName, secretName } from "../../server/src/base/secret-name.js";

test.each([".env", ".env.local", ".ENV", "id_rsa", "id_ed25519.pub", "server.pem", "server.KEY", ".key"])(
  "%s is named like a secret",
  (name) => {
    expect(isSecretName(name)).toBe(true);
  },
);

test.each(["env", ".envrc", "my.env", "paid_bills.txt", "key.txt", "pem", "keyboard.md", "a.pem.txt"])("%s is not", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test("the name counts that a file has at its path, and the one where links lead", () => {
  const file = { kind: "file", size: 1, isText: true, isOutside: false } as const;
  expect(secretName("/a/.env", { ...file, realName: "plain.txt" })).toBe(".env");
  expect(secretName("/a/plain.txt", { ...file, realName: "id_rsa" })).toBe("id_rsa");
  expect(secretName("/.env/plain.txt", { ...file, realName: "plain.txt" })).toBeUndefined();
  expect(secretName("/a/.env", { kind: "missing" })).toBeUndefined();
});
