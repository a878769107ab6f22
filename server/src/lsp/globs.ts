/**
 * A glob that matches a path with `/` between its names. No way of escaping is known to all clients: in the place of each
 * character that means something in globs stands one that matches it and every other.
 */
export function globOf(path: string): string {
  return path.replaceAll("\\", "/").replace(/[*?[\]{}!]/g, "?");
}
