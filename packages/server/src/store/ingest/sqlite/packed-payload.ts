import type { DatabaseSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type ContentTexts, joinContent } from "../../json-texts.ts";
import type { Database } from "../../session/sqlite/database.ts";

export interface StoredPayload extends ContentTexts {
  readonly metadata: string | null;
}

interface PackedContent {
  readonly packed: Uint8Array;
  /** Length of all texts, in bytes. */
  readonly size: number;
}

const minLength = 256;
/**
 * Maximum size of compressed texts, as a share of their original size. If they are larger, the texts are stored
 * uncompressed.
 */
const maxShare = 0.9;
/** Size of a compression buffer, in bytes. Most payloads are smaller than Node's default of 16 KiB. */
const chunkSize = 4_096;

/**
 * Compresses the texts of a step together, because the generation repeats messages of the input. Returns null if the
 * texts are shorter than {@link minLength}, or if compression saves too little ({@link maxShare}).
 */
function packContent(texts: ContentTexts): PackedContent | null {
  const joined = joinContent(texts);
  if (joined === null || joined.length < minLength) return null;
  const bytes = Buffer.from(joined);
  const packed = deflateRawSync(bytes, { chunkSize });
  return packed.length > bytes.length * maxShare ? null : { packed, size: bytes.length - 2 };
}

/**
 * Inserts or replaces the payload of a step. If `packs` is true and compression saves enough space, input, output and
 * generation are compressed. Metadata never is, because filters and facets read it.
 */
export function storePayload(
  database: Database,
  step: number,
  payload: StoredPayload,
  { hadGeneration, packs }: { readonly hadGeneration: boolean; readonly packs: boolean },
): void {
  const { metadata, input, output, generation } = payload;
  const content = packs ? packContent(payload) : null;
  if (content === null && generation !== null) {
    database.run("INSERT OR REPLACE INTO generation_payloads (step, payload) VALUES (?, ?)", step, generation);
  } else if (hadGeneration) database.run("DELETE FROM generation_payloads WHERE step = ?", step);
  const columnOf = (text: string | null): string | null => (content === null || text === null ? text : "");
  database.run(
    "INSERT OR REPLACE INTO step_payloads (step, metadata, input, output, packed, size) VALUES (?, ?, ?, ?, ?, ?)",
    step,
    metadata,
    columnOf(input),
    columnOf(output),
    content?.packed ?? null,
    content?.size ?? null,
  );
}

export function isPacked(database: Database, step: number): boolean {
  return database.get("SELECT 1 FROM step_payloads WHERE step = ? AND packed IS NOT NULL", step) !== undefined;
}

/**
 * Adds the SQL function `unpacked(packed, place)`. It decompresses the texts of a step, and returns the text at the
 * index `place`.
 */
export function addUnpackFunction(handle: DatabaseSync): void {
  // Cached, because a statement reads several texts of the same row.
  let last: Buffer | undefined;
  let texts: readonly string[] = [];
  handle.function("unpacked", { deterministic: true }, (packed, place) => {
    if (!(packed instanceof Uint8Array)) return null;
    if (last === undefined || !last.equals(packed)) {
      texts = inflateRawSync(packed, { chunkSize }).toString().split("\n");
      last = Buffer.from(packed);
    }
    return texts[Number(place)] || null;
  });
}

/**
 * SQL expressions for the texts of a step, with its payload as `p` and the payload of its generation as `q`. If the
 * texts are compressed in `p.packed`, the expressions decompress them.
 */
export const contentColumns: { readonly [text in keyof ContentTexts]: string } = {
  input: "iif(p.packed IS NULL OR p.input IS NULL, p.input, unpacked(p.packed, 0))",
  output: "iif(p.packed IS NULL OR p.output IS NULL, p.output, unpacked(p.packed, 1))",
  generation: "iif(p.packed IS NULL, q.payload, unpacked(p.packed, 2))",
};

const { input, output, generation } = contentColumns;

/**
 * Selects the texts of a payload `p`; append a condition. Filters should use it as a subquery with a limit, so that
 * each text is decompressed only once.
 */
export const selectContent: string = `SELECT ${input} AS input, ${output} AS output FROM step_payloads p`;
export const selectGenerationContent: string = `
  SELECT ${generation} AS payload FROM step_payloads p LEFT JOIN generation_payloads q ON q.step = p.step`;
