import { type Data, DataTable } from "../language/data.js";
import { keepOrigins } from "./data-proxy.js";

/** What a table of data held; `copy` knows where its keys were set. */
interface Held {
  readonly table: DataTable;
  readonly copy: DataTable;
}

/**
 * Remembers data and every table in it. What it returns makes all of them as they were: the tables stay the same, so that
 * whoever has one sees what every arm of a fanout starts with (spec/prose-substitution.md §9). `charge` is told the bytes
 * it takes, and may throw.
 */
export function createDataRestorePoint(root: DataTable, charge: (bytes: number) => void): () => void {
  const held: Held[] = [];
  hold(root);
  return () => {
    for (const { table, copy } of held) {
      charge(16);
      setContents(table, copy);
    }
  };

  function hold(table: DataTable): void {
    const copy = new DataTable();
    setContents(copy, table);
    held.push({ table, copy });
    charge(64);
    for (const member of [...(table.items ?? []), ...table.members.values()]) holdMember(member);
  }

  function holdMember(member: Data): void {
    charge(16);
    if (member instanceof DataTable) hold(member);
  }
}

/** Lets a table hold the same as another one, set at the same places. */
export function setContents(table: DataTable, of: DataTable): void {
  table.items = of.items && [...of.items];
  table.members.clear();
  for (const [key, member] of of.members) table.members.set(key, member);
  keepOrigins(of, table);
}
