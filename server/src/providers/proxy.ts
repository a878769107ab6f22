/** The environment variables of a process. */
export type Environment = { readonly [name: string]: string | undefined };

const defaultPorts: { readonly [protocol: string]: string } = { "http:": "80", "https:": "443" };

/**
 * The proxy that an address is reached through; undefined for none. `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` count
 * in any case, and mean what they mean to curl: a host in `NO_PROXY` stands for its subdomains too. Throws for a proxy that is no
 * address of an HTTP proxy.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  if (isExempt(url, variable(env, "no_proxy"))) return undefined;
  const name = `${url.protocol.slice(0, -1)}_proxy`;
  const value = variable(env, name) || variable(env, "all_proxy");
  if (value === "") return undefined;
  const proxy = parsed(value.includes("://") ? value : `http://${value}`);
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new Error(`The proxy in ${name.toUpperCase()} cannot be used: it must be an http:// or https:// address.`);
}

function variable(env: Environment, name: string): string {
  const found = [name, name.toUpperCase(), ...Object.keys(env).filter((key) => key.toLowerCase() === name)];
  return found.map((key) => env[key]?.trim() ?? "").find((value) => value !== "") ?? "";
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isExempt(url: URL, exempt: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || defaultPorts[url.protocol];
  return exempt.split(/[,\s]+/).some((entry) => {
    const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(/^[^[]*:[^\]]*:/.test(entry) ? `[${entry}]` : entry) ?? [];
    const suffix = bare(name).replace(/^\*?\./, "");
    if (name === "*") return true;
    return suffix !== "" && (only === undefined || only === port) && (host === suffix || host.endsWith(`.${suffix}`));
  });
}

/** A host without the brackets of IPv6, lower case. */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}
