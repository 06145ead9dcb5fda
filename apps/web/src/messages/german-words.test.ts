import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");

/** English texts that mean several things, or whose German text depends on the word that it refers to. */
const ambiguous = new Set(
  [
    "Compare",
    "Default",
    "End time",
    "Format",
    "Models",
    "None",
    "On",
    "Record",
    "Revoke",
    "Scorer",
    "Start time",
    "Test",
  ].map((text) => text.toLowerCase()),
);

interface Translation {
  readonly english: string;
  readonly german: string;
}

/** Reads the texts of a file with messages. Plural forms are compared only with the same form. */
function translationsIn(file: string): Translation[] {
  const [english = "", german = ""] = readFileSync(file, "utf8").split(/\n {2}de: \{/);
  const known = textsIn(german);
  return [...textsIn(english)].map(([key, text]) => ({
    english: `${text.toLowerCase()}${/_(?:one|other)$/.exec(key)?.[0] ?? ""}`,
    german: (known.get(key) ?? "").toLowerCase(),
  }));
}

function textsIn(section: string): ReadonlyMap<string, string> {
  const found = section.matchAll(/^\s+(\w+):\s+("(?:[^"\\]|\\.)*")/gm);
  return new Map(Array.from(found, ([, key = "", text = ""]) => [key, JSON.parse(text) as string] as const));
}

test("the same English text has the same German text on all pages", () => {
  const files = globSync("**/*messages.ts", { cwd: sources }).filter(
    (file) => !/^(?:define|render)-/.test(basename(file)),
  );
  const words = new Map<string, Set<string>>();
  for (const { english, german } of files.flatMap((file) => translationsIn(join(sources, file)))) {
    words.set(english, (words.get(english) ?? new Set()).add(german));
  }
  expect(words.size).toBeGreaterThan(1_000);
  const several = [...words].filter(([english, texts]) => texts.size > 1 && !ambiguous.has(english));
  expect(several.map(([english, texts]) => [english, ...texts])).toEqual([]);
});
