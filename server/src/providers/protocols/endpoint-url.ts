/** What an endpoint's own path begins with, and where the request goes below it. */
export interface EndpointPath {
  /** Stands before `path` where the address does not say it: such as "/v1". */
  readonly version: string;
  /** The address may have a path of its own to which only `path` is added, as gateways do that speak OpenAI's protocols. */
  readonly ownPath: "replaces-version" | "before-version";
  readonly path: string;
}

/**
 * The URL of a request below the address that options name. An address without a path gets the version of the protocol; one
 * that ends with it, or with the whole path, is not given it twice. What the address has behind a `?` stays.
 */
export function endpointUrl(baseUrl: string, { version, ownPath, path }: EndpointPath): string {
  const at = baseUrl.indexOf("?");
  const address = (at < 0 ? baseUrl : baseUrl.slice(0, at)).replace(/\/+$/, "");
  const query = at < 0 ? "" : baseUrl.slice(at);
  if (address.endsWith(path)) return address + query;
  const hasPath = /^[^:/]*:\/\/[^/]*\/./.test(address);
  const isWhole = address.endsWith(version) || (hasPath && ownPath === "replaces-version");
  return address + (isWhole ? "" : version) + path + query;
}
