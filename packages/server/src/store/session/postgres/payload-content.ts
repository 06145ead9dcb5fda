import { type ContentTexts, joinContent } from "../../json-texts.ts";

/**
 * Minimum length of texts that are padded with spaces. PostgreSQL compresses only rows of more than 2,032 bytes. The
 * padding makes the row long enough, and takes only some bytes when compressed. From this length on, the compression
 * usually saves more than that.
 */
const minPadded = 512;
/** Length to which texts are padded. */
const paddedLength = 2_080;

/**
 * Returns the value of the column that contains all texts of a step. A step of a model call often has the same messages
 * in its input and in its generation. Within one value, PostgreSQL compresses such repeated text.
 */
export function contentOf(texts: ContentTexts): string | null {
  const joined = joinContent(texts);
  return joined === null || joined.length < minPadded ? joined : `${joined}\n`.padEnd(paddedLength);
}

/**
 * Columns of the payload `p`. {@link splitContent} splits `content` into its texts after the read. SQL expressions for
 * the texts would decompress `content` once per text.
 */
export const wholePayload = "p.metadata, p.input, p.output, p.generation, p.content";

export type PayloadRow = { -readonly [text in keyof ContentTexts]: string | null } & {
  readonly content: string | null;
};

/**
 * Splits the content of a row into its texts, in place. Rows of earlier versions have the texts in separate columns and
 * no content.
 */
export function splitContent<Row extends PayloadRow>(row: Row): Row {
  if (row.content === null) return row;
  const [input = "", output = "", generation = ""] = row.content.split("\n", 3);
  row.input ??= input || null;
  row.output ??= output || null;
  row.generation ??= generation || null;
  return row;
}

const part = (column: string, place: number): string =>
  `coalesce(p.${column}, nullif(split_part(p.content, E'\\n', ${place}), ''))`;

/** Expressions for the texts of the payload `p`. Rows of earlier versions have the texts in separate columns. */
export const contentColumns: { readonly [text in keyof ContentTexts]: string } = {
  input: part("input", 1),
  output: part("output", 2),
  generation: part("generation", 3),
};

/** Length of the texts without padding. */
export const contentBytes: string = "octet_length(replace(rtrim(p.content, ' '), E'\\n', ''))";

export const payloadTexts: string = [
  "p.metadata",
  ...Object.entries(contentColumns).map(([name, expression]) => `${expression} AS ${name}`),
].join(", ");
