/** How the language server talks to its client. */
export type Transport = { readonly kind: "stdio" } | { readonly kind: "node-ipc" } | { readonly kind: "socket"; readonly port: number };

/**
 * The transport that the arguments ask for; undefined when they are for the command line. Editors add arguments of
 * their own (`--clientProcessId=…`), so everything beside a transport is let pass.
 */
export function chooseTransport(argv: readonly string[], isTerminal: boolean): Transport | undefined {
  const [first] = argv;
  if (first === undefined) return isTerminal ? undefined : { kind: "stdio" };
  if (!first.startsWith("-")) return undefined;
  if (argv.includes("--node-ipc")) return { kind: "node-ipc" };
  if (argv.includes("--stdio")) return { kind: "stdio" };
  const port = Number(/^--socket=(\d{1,5})$/.exec(argv.find((word) => word.startsWith("--socket")) ?? "")?.[1] ?? 0);
  return port >= 1 && port <= 65535 ? { kind: "socket", port } : undefined;
}
