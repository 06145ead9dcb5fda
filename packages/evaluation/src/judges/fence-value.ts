import type { JsonValue } from "@threadline/schema/sdk";

/**
 * Renders a value between tags, such as `<input>…</input>`, so that a model reads it as data and not as instructions.
 * If the text contains the closing tag, the tags get a number that makes them unique. Numbers and booleans have no
 * tags, and null is rendered as empty text.
 */
export function fenceValue(name: string, value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const tag = freeTag(
    name
      .split(".")
      .at(-1)
      ?.replaceAll(/[^\w-]/gu, "_") || "value",
    text,
  );
  return `<${tag}>\n${text}\n</${tag}>`;
}

function freeTag(name: string, text: string): string {
  // A model may read a tag such as `</ Input >` as the closing tag of `<input>`. To find such tags, too, the search
  // ignores white space, invisible characters, width and case.
  const condensed = text
    .normalize("NFKC")
    .replaceAll(/[\s\p{C}]/gu, "")
    .toLowerCase();
  const closing = `/${name.toLowerCase()}`;
  if (!condensed.includes(closing)) return name;
  const taken = new Set(
    condensed
      .split(`${closing}-`)
      .slice(1)
      .map((rest) => Number.parseInt(rest.slice(0, 9), 10)),
  );
  let number = 1;
  while (taken.has(number)) number += 1;
  return `${name}-${number}`;
}
