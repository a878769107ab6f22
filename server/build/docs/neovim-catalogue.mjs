import { loadModule } from "./load.mjs";

/** The module of the Neovim plugin that holds the names which `:Chat switch` completes. */
export async function neovimCatalogue() {
  const { providerNames, modelsOf } = await loadModule("server/src/providers/catalogue.ts");
  const { options } = await loadModule("shared/settings.ts");
  const models = providerNames.map((provider) => `  ${provider} = { ${strings(modelsOf(provider).map(({ id }) => id))} },`);
  const parameters = Object.entries(options).flatMap(([path, { types }]) => {
    const name = /^parameters\.([a-z_]+(?:\.level)?)$/.exec(path)?.[1]?.replace(".level", "");
    return name === undefined ? [] : [`  { name = "${name}", values = ${list(types.flatMap(valuesOf))} },`];
  });
  return `--- What ":Chat switch" completes. Written by server/build/docs.mjs from the tables of the server.
local M = {}

--- The built-in providers, the usual one first.
M.providers = { ${strings(providerNames)} }

--- The models of each.
M.models = {
${models.join("\n")}
}

--- The parameters of requests, with the values that have names.
M.parameters = {
${parameters.join("\n")}
}

return M
`;
}

function valuesOf({ kind, values }) {
  if (kind === "enum") return values;
  if (kind === "boolean") return ["true", "false"];
  return kind === "off" ? ["false"] : [];
}

function strings(values) {
  return values.map((value) => `"${value}"`).join(", ");
}

function list(values) {
  return values.length === 0 ? "{}" : `{ ${strings(values)} }`;
}
