import type * as vscode from "vscode";

/** What stands in the place of a secret. */
const mask = "•••";

/**
 * An output channel that never shows certain texts: messages are traced as they are, and some of them hold keys.
 * @param secrets gives what must not be shown; empty ones are left out
 */
export function maskedOutput<Output extends Pick<vscode.LogOutputChannel, "trace">>(
  output: Output,
  secrets: () => Iterable<string>,
): Output {
  const masked = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    // In a trace they stand as JSON.
    return [...secrets()]
      .filter(Boolean)
      .reduce((text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), mask).replaceAll(secret, mask), value);
  };
  return new Proxy(output, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => Reflect.apply(member, target, args.map(masked));
    },
  });
}
