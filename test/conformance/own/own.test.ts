import { describe, test } from "vitest";
import { cases } from "./cases.js";
import { check } from "./check.js";

for (const [topic, group] of Object.entries(cases)) {
  describe(topic, () => {
    for (const [name, given] of Object.entries(group)) test(name, () => check(given));
  });
}
