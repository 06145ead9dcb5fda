import { setTimeout } from "node:timers/promises";
import { RecordError } from "../records/errors.ts";
import { withinBytes } from "../store/caller.ts";
import { ReadTooLargeError } from "../store/errors.ts";
import type { Answers } from "./answers.ts";
import type { Portion } from "./portioned-body.ts";
import { recordBytes } from "./record-bytes.ts";

const maxRecords = 20;
const maxBytes = 4 * 1024 * 1024;
/** Delay before a retry when there was no memory for a portion, in milliseconds. */
const pauseMs = 200;

export interface PortionsOptions<Item> {
  readonly answers: Answers;
  /** Key, account or share link of the reader. */
  readonly holder: string;
  readonly read: (page: { readonly first: number; readonly skip: number }) => Promise<readonly Item[]>;
  readonly write: (items: readonly Item[]) => string;
  readonly signal: AbortSignal;
}

/**
 * Reads and writes a list of any length in portions. The last portion may be empty. Rejects with a `RecordError` if
 * there is no memory for the first portion; later portions wait for memory. Also rejects with a `RecordError` if a
 * single record exceeds the size limit of responses.
 */
export async function* writeInPortions<Item>(options: PortionsOptions<Item>): AsyncGenerator<Portion, void> {
  let first = maxRecords;
  for (let skip = 0; ;) {
    const portion = await readPortion(options, { first, skip }); // oxlint-disable-line no-await-in-loop -- in order
    if (portion === "tooLarge") {
      first = Math.ceil(first / 2);
    } else if (portion === "busy") {
      await setTimeout(pauseMs, undefined, { signal: options.signal }); // oxlint-disable-line no-await-in-loop -- waits for memory
    } else {
      const { text, answer, count } = portion;
      yield { text, answer };
      if (count < first) return;
      skip += count;
    }
  }
}

async function readPortion<Item>(
  { answers, holder, read, write }: PortionsOptions<Item>,
  page: { readonly first: number; readonly skip: number },
): Promise<"busy" | "tooLarge" | (Portion & { readonly count: number })> {
  const answer = answers.open(holder);
  const isOne = page.first === 1;
  try {
    const limit = isOne ? answer.remainingBytes : Math.min(answer.remainingBytes, maxBytes);
    const items = await answer.turn(() => withinBytes(limit, () => read(page)));
    answer.read(recordBytes(items));
    return { text: write(items), answer, count: items.length };
  } catch (error) {
    answer.release();
    const cause = error instanceof ReadTooLargeError ? answer.tooLarge() : error;
    const code = cause instanceof RecordError ? cause.code : null;
    if (code === "ANSWER_TOO_LARGE" && !isOne) return "tooLarge";
    if (code === "RATE_LIMITED" && page.skip > 0) return "busy";
    throw cause;
  }
}
