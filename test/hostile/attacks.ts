import type { Attack } from "./attacks/attack.js";
import { documents } from "./attacks/documents.js";
import { goTemplates } from "./attacks/go-templates.js";
import { growth } from "./attacks/growth.js";
import { includes } from "./attacks/includes.js";
import { loops } from "./attacks/loops.js";
import { nesting } from "./attacks/nesting.js";
import { objects } from "./attacks/objects.js";
import { options } from "./attacks/options.js";
import { yamlBombs } from "./attacks/yaml-bombs.js";

/** Every attack of the suite, by topic. */
export const attacks: Readonly<Record<string, readonly Attack[]>> = {
  loops,
  growth,
  includes,
  objects,
  options,
  nesting,
  documents,
  yamlBombs,
  goTemplates,
};
