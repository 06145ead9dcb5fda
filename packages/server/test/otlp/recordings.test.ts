import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { apiKey, startTestServer } from "../test-server.ts";
import { compareToTruth, type Comparison } from "./compare-to-truth.ts";
import { readRecords } from "./read-records.ts";
import { emitters, post, readRequests, readTruth } from "./recordings.ts";
import { renderTable } from "./render-table.ts";

const document = new URL("../../../../docs/opentelemetry.md", import.meta.url);
const markers = /(<!-- emitters: begin -->\n)[\s\S]*(<!-- emitters: end -->)/u;

/** Known gaps, each with its reason in docs/opentelemetry.md. */
const gaps: Readonly<Record<string, readonly string[]>> = {
  "mastra-otel": ["time to first token"],
  openlit: ["tools"],
};

const compared = new Map<string, Promise<readonly Comparison[]>>();

/** Sends the recording of an emitter to a new service, once for all tests. */
function comparisonOf(emitter: string): Promise<readonly Comparison[]> {
  const known = compared.get(emitter);
  if (known !== undefined) return known;
  const result = compare(emitter);
  compared.set(emitter, result);
  return result;
}

async function compare(emitter: string): Promise<readonly Comparison[]> {
  const { server } = startTestServer();
  for (const request of readRequests(emitter)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were recorded
    const response = await post(server, apiKey, request);
    expect(response.status).toBe(200);
  }
  const { steps, threads } = await readRecords(server, apiKey);
  return compareToTruth(readTruth(emitter), steps, threads);
}

test.each(emitters)("%s yields what an ideal reader extracts", async (emitter) => {
  const missed = (await comparisonOf(emitter)).filter(({ isMatched }) => !isMatched);
  const known = gaps[emitter] ?? [];
  expect(missed.filter(({ field }) => !known.includes(field))).toEqual([]);
});

test("the table of emitters in the documentation matches the recordings", async () => {
  const results: (readonly [string, readonly Comparison[]])[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one server at a time
  for (const emitter of emitters) results.push([emitter, await comparisonOf(emitter)]);
  const table = renderTable(new Map(results));
  const text = await readFile(document, "utf8");
  const expected = text.replace(markers, (_all, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  // THREADLINE_WRITE_EMITTERS=1 updates the table.
  const isAccepted = process.env["THREADLINE_WRITE_EMITTERS"] === "1";
  if (isAccepted) await writeFile(document, expected);
  expect(normalized(isAccepted ? expected : text)).toBe(normalized(expected));
});

/** Removes the alignment of columns, which the formatter adds. */
function normalized(text: string): string {
  return text.replaceAll(/[ \t]+/gu, " ").replaceAll(/-{3,}/gu, "---");
}
