import { readdirSync, readFileSync } from "node:fs";

/** Looks at what a process starts, and at what is written into a folder, as long as it is not stopped. */
export interface Watch {
  /** Arguments and environments of all processes that were seen, and the contents of all files. */
  seen(): ReadonlyMap<string, string>;
  /** The last look. */
  stop(): void;
}

/** Watches the descendants of a process, and a folder but for some of its files. */
export function watch(pid: number | undefined, folder: string, except: (path: string) => boolean): Watch {
  const seen = new Map<string, string>();

  function look(): void {
    for (const { id, parent } of descendantsOf(pid)) {
      // Until it runs a program of its own, a new process is a copy of its parent.
      if (contentOf(`/proc/${id}/cmdline`) === contentOf(`/proc/${parent}/cmdline`)) continue;
      for (const name of ["cmdline", "environ"]) remember(`process ${id}: ${name}`, `/proc/${id}/${name}`);
    }
    remember("the arguments of the process itself", `/proc/${pid}/cmdline`);
    for (const path of filesIn(folder)) if (!except(path)) remember(path, path);
  }

  /** What was there once counts, also when it is gone or another one a moment later. */
  function remember(what: string, path: string): void {
    const content = contentOf(path) ?? "";
    const before = seen.get(what) ?? "";
    if (!before.includes(content)) seen.set(what, before + content);
  }

  const timer = setInterval(look, 20);
  return {
    seen: () => seen,
    stop() {
      clearInterval(timer);
      look();
    },
  };
}

/** All files below a folder, from which things may vanish meanwhile. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
  } catch {
    return [];
  }
}

/** Which thread started a child does not matter. */
function descendantsOf(parent: number | string | undefined): { readonly id: string; readonly parent: number | string | undefined }[] {
  try {
    const threads = readdirSync(`/proc/${parent}/task`);
    const children = threads.flatMap((thread) => contentOf(`/proc/${parent}/task/${thread}/children`)?.match(/\d+/g) ?? []);
    return children.flatMap((id) => [{ id, parent }, ...descendantsOf(id)]);
  } catch {
    return [];
  }
}

/** Undefined for what is gone already. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
