import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");

/** Reads all style sheets except `tokens.css`, without comments. */
async function* readSheets(): AsyncGenerator<{ readonly file: string; readonly text: string }> {
  for await (const file of glob("**/*.css", { cwd: sources, exclude: ["design/tokens.css"] }))
    yield { file, text: (await readFile(join(sources, file), "utf8")).replaceAll(/\/\*.*?\*\//gs, "") };
}

async function readDeclarations(): Promise<
  { readonly file: string; readonly property: string; readonly value: string }[]
> {
  const found = [];
  for await (const { file, text } of readSheets()) {
    for (const [, property = "", value = ""] of text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g))
      found.push({ file, property, value: value.replaceAll(/\s+/g, " ") });
  }
  return found;
}

const print = ({ file, property, value }: { file: string; property: string; value: string }): string =>
  `${file}: ${property}: ${value}`;

test("text has a size of the type scale", async () => {
  const sizes = (await readDeclarations()).filter(({ property }) => property === "font-size");
  expect(sizes.length).toBeGreaterThan(50);
  const allowed = /^(inherit|0|[\d.]+em|var\(--size-\w+\)|(max|clamp)\([^()]*(var\(--size-\w+\)[^()]*)+\))$/;
  expect(sizes.filter(({ value }) => !allowed.test(value)).map(print)).toEqual([]);
});

test("colors are tokens, so that both themes have them", async () => {
  const isColor = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|\b(white|black)\b/i;
  const found = (await readDeclarations()).filter(
    ({ value, property }) => isColor.test(value) && !/mask/.test(property),
  );
  // The QR code has fixed colors, because scanners need black on white in both themes.
  expect(found.filter(({ file }) => file !== "pages/settings/qr-code.module.css").map(print)).toEqual([]);
});

test("transitions use the duration token", async () => {
  const found = (await readDeclarations()).filter(({ property }) => property === "transition");
  expect(found.length).toBeGreaterThan(5);
  const allowed = /^(none|([\w-]+ var\(--motion\)(, )?)+)$/;
  expect(found.filter(({ value }) => !allowed.test(value)).map(print)).toEqual([]);
});

test("the focus ring is the same everywhere", async () => {
  const found = (await readDeclarations()).filter(({ property, value }) => property === "outline" && value !== "none");
  expect(found.map(print)).toEqual(["design/base.css: outline: 2px solid var(--focus)"]);
});

test("truncated text takes its direction from its first letter, so that its beginning is visible", async () => {
  const found = [];
  for await (const { file, text } of readSheets())
    for (const [, selector = "", rule = ""] of text.matchAll(/([^{}]+)\{([^{}]*text-overflow: ellipsis[^{}]*)\}/g))
      found.push({ name: `${file}: ${selector.trim()}`, isPlain: rule.includes("unicode-bidi: plaintext") });
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ isPlain }) => !isPlain).map(({ name }) => name)).toEqual([]);
});
