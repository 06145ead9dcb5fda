import { copyFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../src/create-server.ts";
import { openSqliteStore } from "../src/store/sqlite/open-sqlite-store.ts";

const apiKey = "tl_damaged-file-key";
/** Number of flipped bits, each in a separate copy. THREADLINE_FLIPS sets another number. */
const flips = Number(process.env["THREADLINE_FLIPS"] ?? 24);
const everything = `{ steps(first: 100) { totalCount edges { node { id name input metadata threadId } } }
  threads { totalCount edges { node { id } } } }`;

let folder: string;
let path: string;
let whole: Buffer;
let right: string;

async function ask(place: string, query: string, variables: object = {}): Promise<string> {
  const server = createServer({ store: await openSqliteStore({ path: place }), apiKey, logger: false });
  try {
    await server.ready;
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ query, variables }),
    });
    return await response.text();
  } finally {
    await server.close();
  }
}

/** Opens a copy of the bytes with a service. Resolves to its response or error. */
async function answerOf(bytes: Buffer): Promise<string> {
  const place = join(folder, "copy.db");
  for (const ending of ["", "-wal", "-shm"]) await rm(`${place}${ending}`, { force: true });
  await writeFile(place, bytes);
  return ask(place, everything).catch((error: unknown) => `refused: ${(error as Error).message}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "threadline-damaged-"));
  path = join(folder, "whole.db");
  const steps = Array.from({ length: 250 }, (_, index) => ({
    id: `s${index}`,
    threadId: `t${index % 7}`,
    name: "a step",
    input: { text: `question ${index} `.repeat(20) },
    metadata: { number: index },
  }));
  await ask(path, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
  right = await ask(path, everything);
  await copyFile(path, join(folder, "kept.db"));
  whole = await readFile(path);
});
afterAll(() => rm(folder, { recursive: true }));

test("F17: after a flipped bit, the service works or fails with advice", { timeout: 600_000 }, async () => {
  const reasons: string[] = [];
  const seen = { refused: 0, right: 0, failing: 0, silent: 0 };
  // The flipped bits are spread over the file, and are the same in every run.
  for (let flip = 0; flip < flips; flip += 1) {
    const at = Math.floor(whole.length * ((flip * 0.618_033_988_75) % 1));
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
    const answer = await answerOf(bytes);
    reasons.push(...(answer.startsWith("refused") ? [answer] : []));
    const kind = answer.startsWith("refused") ? "refused" : answer.includes('"errors"') ? "failing" : "silent";
    seen[answer === right ? "right" : kind] += 1;
  }
  process.stderr.write(`${flips} bits turned over: ${JSON.stringify(seen)}\n`);
  // SQLite has no checksums, so damaged text can remain undetected.
  expect(seen.refused + seen.right + seen.failing + seen.silent).toBe(flips);
  const wayOut =
    /(is damaged: .*Restore a backup|is not a database.*restore a backup|cannot be opened|another program)/s;
  expect(reasons.filter((reason) => !wayOut.test(reason))).toEqual([]);
});

test("F17: a zeroed page, a truncated file and an invalid file are rejected", async () => {
  const zeroed = Buffer.from(whole);
  zeroed.fill(0, 8192 * 3, 8192 * 4);
  expect(await answerOf(zeroed)).toMatch(/^refused: .* is damaged: .*Restore a backup/s);
  expect(await answerOf(whole.subarray(0, whole.length - 8192))).toMatch(
    /^refused: .* is damaged: .*Restore a backup/s,
  );
  expect(await answerOf(Buffer.alloc(100_000, "x"))).toMatch(/^refused: .* is not a database/);
});

test("F17: a damaged write-ahead log loses only changes after the last checkpoint", async () => {
  const file = await open(`${path}-wal`, "w");
  await file.write(Buffer.alloc(50_000, 7));
  await file.close();
  expect(await ask(path, everything)).toBe(right);
});
