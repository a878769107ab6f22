/** Says whether a host, as it stands in an address, is this machine: nobody else can listen there, or read along. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
