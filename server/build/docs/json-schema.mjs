import { loadModule } from "./load.mjs";
import { nodeAt, optionTree } from "./option-tree.mjs";

/** How the names that a person chooses are written, by the section they stand in. */
const chosenNames = { presets: "^\\$[a-z][a-z0-9_-]*$", providers: "^[A-Za-z][\\w-]*$" };

/** Settings that the server knows nothing of; the language client of Visual Studio Code reads them. */
const clientSettings = {
  "chat.trace.server": {
    type: "string",
    scope: "window",
    enum: ["messages", "verbose"],
    default: "messages",
    markdownDescription:
      "What the output channel **Chat Language Server** shows of the messages between editor and server once its log level is *Trace*: their names, or all that is in them but keys.",
  },
};

/** What a project file names beside its options (spec/flemma-templates.md §6). */
const personalities = {
  type: "object",
  description: "Lua modules of the project that build the prompts of personalities, by the name of the personality.",
  additionalProperties: { type: "string" },
};

/**
 * The JSON schema of `flemma.json`: every option that a project may set, as data. null takes an option back.
 * @returns {Promise<object>}
 */
export async function projectFileSchema() {
  const settings = await loadModule("shared/settings.ts");
  const tree = optionTree(settings);
  const words = await vocabulary();
  const isAllowed = ({ by }) => by === "document" || by === "project";
  const all = sectionSchema(tree, { path: "", words, isAllowed });
  const shortcuts = Object.entries(settings.shortcuts).map(([name, path]) => [
    name,
    all.properties[path.split(".")[0]]?.properties[path.split(".")[1]],
  ]);
  // A list that is a section as well has no place for its members beside its items.
  const members = all.properties.tools.anyOf.find(({ properties }) => properties).properties;
  const dotted = Object.fromEntries(Object.entries(members).map(([name, schema]) => [`tools.${name}`, schema]));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "flemma.json",
    description: "The options of a project: what every .chat file below this folder starts from.",
    ...all,
    properties: { $schema: { type: "string" }, ...all.properties, ...Object.fromEntries(shortcuts), ...dotted, personalities },
    // A dotted path may stand on top for its option; the server looks at it.
    patternProperties: { "^[^.]+\\.": {} },
  };
}

/**
 * The settings of Visual Studio Code by name, with the prefix `chat.`: options as they are, names that a person chooses
 * as objects. A list that is also a section (`tools`) cannot be both there, so that only its members are settings.
 * @returns {Promise<object>}
 */
export async function editorSettings() {
  const settings = await loadModule("shared/settings.ts");
  const tree = optionTree(settings);
  const words = await vocabulary();
  return { ...Object.fromEntries(settingsBelow(tree, { path: "", words, isAllowed: () => true })), ...clientSettings };
}

/** The names that are offered as values. */
async function vocabulary() {
  const { providerNames } = await loadModule("server/src/providers/catalogue.ts");
  const { builtInTools } = await loadModule("server/src/tools/definitions/built-in-tools.ts");
  const { builtinPresets } = await loadModule("shared/settings.ts");
  return { providers: providerNames, tools: builtInTools.map(({ name }) => name), presets: Object.keys(builtinPresets) };
}

function settingsBelow({ children }, context) {
  return [...children].flatMap(([name, node]) => {
    const path = context.path === "" ? name : `${context.path}.${name}`;
    // A name that a person chooses cannot be part of that of a setting.
    if (name === "*") return [];
    if (isObject(node, path)) return [[`chat.${path}`, objectSetting(node, { ...context, path })]];
    if (node.children.size > 0) return settingsBelow(node, { ...context, path });
    return [[`chat.${path}`, optionSetting(node.option, context.words)]];
  });
}

/** Sections of chosen names are one setting each, and so is the table of one provider's parameters. */
function isObject({ children }, path) {
  return children.has("*") ? path !== "parameters" : /^parameters\.[^.]+$/.test(path) && children.has("temperature");
}

function objectSetting(node, context) {
  const { properties, patternProperties, additionalProperties } = sectionSchema(node, context);
  return {
    type: "object",
    ...(context.path === "providers" && { scope: "machine" }),
    default: {},
    markdownDescription: node.section.doc,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(patternProperties && { patternProperties }),
    additionalProperties,
  };
}

function optionSetting({ types, doc, by, default: value }, words) {
  const schemas = valueSchemas(types, words);
  const schema = anyOf(value === undefined ? [...schemas, { type: "null" }] : schemas);
  return { ...schema, ...(by === "user" && { scope: "machine" }), default: value ?? null, markdownDescription: doc };
}

/** The object of a section, with the members that may be set. */
function sectionSchema({ children }, context) {
  const { path } = context;
  const members = [...children].flatMap(([name, node]) => {
    const schema = nodeSchema(node, { ...context, path: path === "" ? name : `${path}.${name}` });
    return schema === undefined ? [] : [[name, schema]];
  });
  const named = members.find(([name]) => name === "*")?.[1];
  return {
    type: "object",
    properties: Object.fromEntries(members.filter(([name]) => name !== "*")),
    ...(named && path in chosenNames && { patternProperties: { [chosenNames[path]]: named } }),
    // A pattern would hold for the other members as well: names among them are whatever is left.
    additionalProperties: named && !(path in chosenNames) ? named : false,
  };
}

/** What may stand at a path: a value, an object of members, or the value that is short for one of them. */
function nodeSchema(node, context) {
  const { words, isAllowed } = context;
  const options = [node.option, node.section?.short && nodeAt(node, node.section.short).option].filter(
    (option) => option && isAllowed(option),
  );
  const values = options.flatMap(({ types }) => valueSchemas(types, words));
  const section = node.children.size > 0 ? sectionSchema(node, context) : undefined;
  const isEmpty = section !== undefined && Object.keys(section.properties).length === 0 && section.patternProperties === undefined;
  const all = [...values, ...(section === undefined || isEmpty ? [] : [section])];
  if (all.length === 0) return undefined;
  const description = node.option?.doc ?? node.section?.doc;
  return { ...(description && { description }), ...anyOf([...all, { type: "null" }]) };
}

/** One schema of several; plain types are written as a list of types. */
function anyOf(schemas) {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first, last] = unique;
  if (unique.length === 1) return first;
  return unique.length === 2 && last.type === "null" && first.enum === undefined && typeof first.type === "string"
    ? { ...first, type: [first.type, "null"] }
    : { anyOf: unique };
}

function valueSchemas(types, words) {
  return types.flatMap((type) => {
    switch (type.kind) {
      case "string":
        return [{ type: "string" }];
      case "provider":
        return [{ type: "string", examples: words.providers }];
      case "model":
        return [{ type: "string", minLength: 1 }];
      case "enum":
        return [{ type: "string", enum: type.values }];
      case "number":
      case "integer":
        return [
          {
            type: type.kind,
            ...(type.least !== undefined && { minimum: type.least }),
            ...(type.most !== undefined && { maximum: type.most }),
          },
        ];
      case "percentage":
        return [{ type: "string", pattern: "^(100(\\.0+)?|\\d{1,2}(\\.\\d+)?)%$" }];
      case "boolean":
        return [{ type: "boolean" }];
      case "off":
        return [{ type: "boolean", enum: [false] }];
      case "list":
        return [{ type: "array", items: itemSchema(type.of, words) }, { type: "string" }];
      case "strings":
        return [{ type: "object", additionalProperties: { type: "string" } }];
      case "arguments":
        return [{ type: "object", additionalProperties: argumentSchema }];
      case "collection":
        return [{ type: ["array", "object"], minItems: 1, minProperties: 1 }];
      case "function":
        return [];
      default:
        throw new Error(`json-schema.mjs does not know the type '${type.kind}'.`);
    }
  });
}

/** One declared argument of a prose document. */
const argumentSchema = {
  type: "object",
  required: ["type"],
  additionalProperties: false,
  properties: {
    type: { enum: ["string", "boolean", "integer", "number"] },
    optional: { type: "boolean" },
    default: {},
    description: { type: "string" },
  },
};

function itemSchema(of, { tools, presets }) {
  const names = { tool: tools, approval: [...presets, ...tools] }[of];
  return names === undefined ? { type: "string" } : { type: "string", examples: names };
}
