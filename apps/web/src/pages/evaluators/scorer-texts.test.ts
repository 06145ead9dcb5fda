import { builtInScorers } from "@threadline/evaluation";
import { expect, test } from "vitest";
import { hasScorerText } from "./scorer-texts.ts";

test("the UI has texts of its own, in both languages, for every built-in scorer and each hint that it shows", () => {
  const missing = [...builtInScorers.values()].flatMap(({ name, options }) => {
    const hints = Object.entries(options.properties).flatMap(([option, { type, ...more }]) => {
      // Forms show no hints for these options: choices explain themselves, and models have their own fields.
      if (type === "boolean" || "enum" in more || option === "connectionId" || option === "model") return [];
      return hasScorerText(name, option) ? [] : [`${name}.${option}`];
    });
    return hasScorerText(name) ? hints : [name, ...hints];
  });
  expect(missing).toEqual([]);
});
