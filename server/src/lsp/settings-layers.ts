import { options } from "../../../shared/settings.js";
import type { Json } from "../base/json.js";
import type { Layer } from "../config/operations.js";
import { type OutsideLayer, readOutsideLayer } from "../evaluation/outside-options.js";

/** What the section `chat` of a person's settings says of options. */
export function userLayer(section: unknown): OutsideLayer {
  return readOutsideLayer({ origin: "user", by: "user", below: [] }, JSON.stringify(optionsOf(section)));
}

/** What the section of a workspace folder says beyond the one of the person; `user` is the layer of the latter. */
export function folderLayer(section: unknown, personal: unknown, user: Layer): OutsideLayer {
  const own = beyond(optionsOf(section), optionsOf(personal)) ?? {};
  return readOutsideLayer({ origin: "workspace", by: "project", below: [user] }, JSON.stringify(own));
}

/** The data without members that are null: editors send null for what is not set. Lists stay as they are. */
export function withoutNulls(data: Json): Json {
  if (!isObject(data)) return data;
  const members = Object.entries(data).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([name, value]) => [name, withoutNulls(value)]));
}

/** A section without what is about the editor alone. */
function optionsOf(section: unknown): Json {
  const data = (section ?? {}) as Json;
  if (!isObject(data)) return {};
  return withoutNulls(Object.fromEntries(Object.entries(data).filter(([name]) => options[name]?.by !== "editor")));
}

/** What differs from `base`; undefined when nothing does. */
function beyond(own: Json, base: Json | undefined): Json | undefined {
  if (!isObject(own) || base === undefined || !isObject(base)) return JSON.stringify(own) === JSON.stringify(base) ? undefined : own;
  const members = Object.entries(own).flatMap(([name, value]) => {
    const other = beyond(value, Object.hasOwn(base, name) ? base[name] : undefined);
    return other === undefined ? [] : [[name, other] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Says whether data is an object with members. */
export function isObject(data: Json): data is { readonly [name: string]: Json } {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
