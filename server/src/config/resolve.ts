import { builtinPresets, options } from "../../../shared/settings.js";
import type { Json } from "../base/json.js";
import { applyEdits, type Presets } from "./list-items.js";
import { type FunctionValue, isFunctionValue, type Layer, type Operation, type OptionValue, type Origin } from "./operations.js";

/** What an option is after all layers, and who had the last word. */
export interface Resolved {
  readonly value: OptionValue;
  readonly origin: Origin;
}

/** What decides about approval at one place: a list, or a function that may defer to what stands below it. */
export type ApprovalPolicy =
  | { readonly kind: "list"; readonly names: readonly string[] }
  | { readonly kind: "function"; readonly call: FunctionValue["call"] };

/** All layers of a document, lowest first, and what they come to. Pure; nothing is kept. */
export interface Config {
  /** The value of an option; undefined when nobody set it, or somebody took it back. Lists have their presets spread. */
  get(path: string): Resolved | undefined;
  /** As `get`, for a parameter of the chosen provider: its own table counts before the general one. */
  parameter(name: string): Resolved | undefined;
  /** The provider that answers. */
  readonly provider: Resolved & { readonly value: string };
  /** The model that answers, presets looked through; undefined when it is the provider's default. */
  readonly model: (Resolved & { readonly value: string }) | undefined;
  /** Who decides whether a tool runs unasked, highest first. */
  readonly approval: readonly ApprovalPolicy[];
  /** What a preset spreads as an item of a list. */
  readonly presets: Presets;
  /** The layers with the chosen preset in its place. */
  readonly layers: readonly Layer[];
}

/** The layer that is always there. */
const defaultLayer: Layer = {
  origin: "default",
  operations: Object.entries(options).flatMap(([path, { default: value }]): Operation[] => {
    if (value === undefined || path.includes("*")) return [];
    if (!isList(path)) return [{ kind: "set", path, value }];
    const edits = (value as readonly string[]).map((item) => ({ kind: "append" as const, item }));
    return [{ kind: "list", path, edits: [{ kind: "clear" }, ...edits] }];
  }),
};

/** They are many, each is there once, and nearly every question ends with them. */
const defaults = new Map(defaultLayer.operations.map((operation) => [operation.path, operation]));

/** Puts layers (lowest first, without the defaults) together. */
export function resolveConfig(given: readonly Layer[]): Config {
  const written = [defaultLayer, ...given];
  const presets = presetsOf(written);
  const layers = withChosenPreset(written, presets);
  const allowedNames = listOf(
    written.filter(({ origin }) => origin === "default" || origin === "user"),
    "templating.go.env",
    () => undefined,
  );

  function get(path: string): Resolved | undefined {
    if (!isList(path)) return lastValue(layers, path);
    const last = lastWrite(layers, path);
    if (last?.kind === "set") return { value: last.value, origin: last.origin };
    const items = listOf(layers, path, presets.spread);
    const value = path === "templating.go.env" ? items.filter((name) => allowedNames.includes(name)) : items;
    return { value, origin: last?.origin ?? "default" };
  }

  const provider = (get("provider") ?? { value: "anthropic", origin: "default" }) as Config["provider"];
  return {
    get,
    parameter: (name) => get(`parameters.${provider.value}.${name}`) ?? get(`parameters.${name}`),
    provider,
    model: modelOf(layers),
    approval: approvalOf(layers, presets.spread),
    presets: presets.spread,
    layers,
  };
}

/** The paths that a layer touched, each once, in the order of the first write. */
export function touchedPaths({ operations }: Layer): string[] {
  return [...new Set(operations.map(({ path }) => path))];
}

/** The names of all presets that layers define, and of those that are always there. */
export function presetNames(layers: readonly Layer[]): string[] {
  return [...new Set([...Object.keys(builtinPresets), ...namesBelow(layers, "presets")])];
}

/** The providers that layers define. */
export function customProviders(layers: readonly Layer[]): string[] {
  return namesBelow(layers, "providers");
}

/** The plain data of a value: a function is "$function". */
export function plainValue(value: OptionValue): Json {
  return isFunctionValue(value) ? "$function" : value;
}

function namesBelow(layers: readonly Layer[], section: string): string[] {
  const names = new Set<string>();
  for (const { operations } of layers)
    for (const { path } of operations) if (path.startsWith(`${section}.`)) names.add(path.split(".")[1] as string);
  return [...names];
}

function isList(path: string): boolean {
  const info = options[path] ?? (/^presets\.[^.]+\.auto_approve$/.test(path) ? options["presets.*.auto_approve"] : undefined);
  return info?.types.some(({ kind }) => kind === "list") ?? false;
}

type Placed<Kind extends Operation["kind"]> = Extract<Operation, { kind: Kind }> & { readonly origin: Origin };

/** The last operation on an option; an `unset` of a section it lies in counts. */
function lastWrite(layers: readonly Layer[], path: string): Placed<Operation["kind"]> | undefined {
  for (let index = layers.length - 1; index >= 0; index--) {
    const layer = layers[index] as Layer;
    const { origin, operations } = layer;
    const last = layer === defaultLayer ? defaults.get(path) : operations.findLast((operation) => touches(operation, path));
    if (last !== undefined) return { ...last, origin };
  }
  return undefined;
}

/** Taking a section back takes its options back; the list `tools` has options below it that are not its own. */
function touches(operation: Operation, path: string): boolean {
  if (operation.path === path) return true;
  return operation.kind === "unset" && options[operation.path] === undefined && path.startsWith(`${operation.path}.`);
}

function lastValue(layers: readonly Layer[], path: string): Resolved | undefined {
  const last = lastWrite(layers, path);
  return last?.kind === "set" ? { value: last.value, origin: last.origin } : undefined;
}

/** A list after all layers. Whoever takes the option back falls back to the defaults. */
function listOf(layers: readonly Layer[], path: string, spread: Presets): string[] {
  let list: string[] = [];
  let initial: string[] = [];
  for (const { origin, operations } of layers) {
    for (const operation of operations) {
      if (!touches(operation, path)) continue;
      if (operation.kind === "list") list = applyEdits(list, operation.edits, spread);
      else if (operation.kind === "unset") list = initial;
    }
    if (origin === "default") initial = list;
  }
  return list;
}

interface PresetTable {
  readonly spread: Presets;
  has(name: string): boolean;
}

/** A preset that layers define takes the place of the built-in one of that name. One that spreads itself spreads nothing more. */
function presetsOf(layers: readonly Layer[]): PresetTable {
  const defined = new Set(namesBelow(layers, "presets"));
  const busy = new Set<string>();
  const known = new Map<string, readonly string[]>();
  let isCircle = false;
  const spread: Presets = (name) => {
    isCircle ||= busy.has(name);
    if (busy.has(name)) return [];
    if (!defined.has(name)) return builtinPresets[name]?.auto_approve;
    const items = known.get(name) ?? listed(name);
    // What was found on the way around a circle holds on that way only.
    if (busy.size === 0 && isCircle) known.clear();
    isCircle &&= busy.size > 0;
    return items;
  };
  const listed = (name: string): readonly string[] => {
    busy.add(name);
    const items = listOf(layers, `presets.${name}.auto_approve`, spread);
    busy.delete(name);
    known.set(name, items);
    return items;
  };
  return { spread, has: (name) => defined.has(name) || Object.hasOwn(builtinPresets, name) };
}

/**
 * The preset that `model` names gives its parameters from below the layer that names it, and its provider from the very
 * place: what that layer says of parameters itself counts before, and a later choice of provider too.
 */
function withChosenPreset(layers: readonly Layer[], presets: PresetTable): readonly Layer[] {
  const at = layers.findLastIndex(({ operations }) => operations.some((operation) => touches(operation, "model")));
  const layer = layers[at];
  if (layer === undefined) return layers;
  const { origin, operations } = layer;
  const index = operations.findLastIndex((operation) => touches(operation, "model"));
  const choice = operations[index];
  if (choice?.kind !== "set" || typeof choice.value !== "string" || !choice.value.startsWith("$") || !presets.has(choice.value))
    return layers;
  const prefix = `presets.${choice.value}.`;
  const own = layers.flatMap((each) => each.operations).filter(({ path }) => path.startsWith(prefix));
  const moved = own.map((operation) => ({ ...operation, path: operation.path.slice(prefix.length) }));
  const parameters = moved.filter(({ path }) => path.startsWith("parameters"));
  const provider = moved.filter(({ path }) => path === "provider");
  const chosen: Layer = {
    origin,
    operations: [...parameters, ...operations.slice(0, index + 1), ...provider, ...operations.slice(index + 1)],
  };
  return layers.map((each, position) => (position === at ? chosen : each));
}

/** The model counts only for the provider it was chosen with: a later choice of another provider brings that one's default. */
function modelOf(layers: readonly Layer[]): Config["model"] {
  let provider: OptionValue | undefined;
  let model: Config["model"];
  let lastLayer: Layer | undefined;
  for (const layer of layers) {
    for (const operation of layer.operations) {
      if (touches(operation, "provider")) {
        const next = operation.kind === "set" ? operation.value : undefined;
        if (next !== provider && lastLayer !== layer) model = undefined;
        provider = next;
      } else if (touches(operation, "model")) {
        model = named(layers, operation, layer.origin);
        lastLayer = layer;
      }
    }
  }
  return model;
}

function named(layers: readonly Layer[], operation: Operation, origin: Origin): Config["model"] {
  if (operation.kind !== "set" || typeof operation.value !== "string") return undefined;
  if (!operation.value.startsWith("$")) return { value: operation.value, origin };
  const meant = lastValue(layers, `presets.${operation.value}.model`)?.value;
  return typeof meant === "string" ? { value: meant, origin } : undefined;
}

const approvalPath = "tools.auto_approve";

/** A list changes what stands below it; behind a function, the list below is what the function defers to. */
function approvalOf(layers: readonly Layer[], spread: Presets): ApprovalPolicy[] {
  const initial: ApprovalPolicy[] = [];
  let policies: ApprovalPolicy[] = initial;
  const listBelow = () => policies.findLast((policy) => policy.kind === "list")?.names ?? [];
  for (const { origin, operations } of layers) {
    for (const operation of operations) {
      if (!touches(operation, approvalPath)) continue;
      if (operation.kind === "unset") policies = [...initial];
      else if (operation.kind === "list")
        policies = [...policies, { kind: "list", names: applyEdits(listBelow(), operation.edits, spread) }];
      else if (isFunctionValue(operation.value)) policies = [...policies, { kind: "function", call: operation.value.call }];
    }
    if (origin === "default") initial.push(...policies);
  }
  return policies.reverse();
}
