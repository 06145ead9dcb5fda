import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { openSqliteStore, type Store } from "threadline";

type TimeSeriesQuery = Parameters<Store["analytics"]["timeSeries"]>[1];

const minute = 60_000;
const metrics = ["stepCount", "errorCount", "tokenCount", "latencyP95"] as const;
const generationMetrics = ["generationCount", "inputTokenCount", "outputTokenCount", "cost"] as const;
const groupings: readonly Pick<TimeSeriesQuery, "metrics" | "groupBy">[] = [
  { metrics },
  { metrics: generationMetrics },
  { metrics, groupBy: "name" },
  { metrics: generationMetrics, groupBy: "model" },
];

/** Queries that return the content of indexes in a form that does not depend on the order of writes. */
const contents = {
  "words of steps": "SELECT term, doc FROM words ORDER BY term",
  "known words": "SELECT word FROM search_words ORDER BY word",
  "values of metadata":
    "SELECT p.path, a.text, count(*) AS count FROM step_attributes a JOIN attribute_paths p ON p.key = a.path GROUP BY 1, 2 ORDER BY 1, 2",
  tags: "SELECT kind, tag, count(*) AS count FROM record_tags GROUP BY 1, 2 ORDER BY 1, 2",
  "totals of threads": "SELECT id, token_count, counted_steps, first_start, last_end FROM threads ORDER BY id",
} as const;

/**
 * Verifies the data that the embedded store derives from records: word and metadata indexes, rollups (sums per hour),
 * totals and costs. Writes the same records to an empty store, and compares the derived data of both stores. Resolves
 * to the differences.
 */
export async function compareDerived(dataDir: string): Promise<string[]> {
  const path = join(dataDir, "threadline.db");
  const folder = await mkdtemp(join(tmpdir(), "threadline-recount-"));
  const fresh = join(folder, "threadline.db");
  const damages = checkIntegrity(path);
  const kept = await openSqliteStore({ path });
  const recounted = await openSqliteStore({ path: fresh });
  try {
    const [project] = await kept.projects.list();
    if (project === undefined) return [...damages, "There is no project."];
    await recounted.projects.create(project);
    await recounted.importRecords(project.id, kept.exportRecords(project.id));
    await Promise.all([untilSettled(kept), untilSettled(recounted)]);
    const now = Date.now();
    const differences = await Promise.all(
      groupings.map(async (grouping) => {
        const query: TimeSeriesQuery = {
          ...grouping,
          from: now - 24 * 60 * minute,
          to: now + 24 * 60 * minute,
          bucketLength: 60 * minute,
          maxPoints: 1_000,
          offset: 0,
          groupLimit: 50,
        };
        const [one, other] = await Promise.all(
          [kept, recounted].map((store) => store.analytics.timeSeries(project.id, query)),
        );
        return isDeepStrictEqual(rounded(one), rounded(other)) ? [] : [`sums by ${grouping.groupBy ?? "time"}`];
      }),
    );
    return [...damages, ...differences.flat(), ...compareContents(path, fresh)];
  } finally {
    await kept.close();
    await recounted.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function checkIntegrity(path: string): string[] {
  const database = new DatabaseSync(path);
  try {
    const rows = database.prepare("PRAGMA integrity_check(5)").all();
    return rows.map((row) => String(row["integrity_check"])).filter((finding) => finding !== "ok");
  } finally {
    database.close();
  }
}

export async function untilSettled(store: Store): Promise<void> {
  await store.analytics.settle();
  await store.prices.settle();
  for (;;) {
    // oxlint-disable no-await-in-loop -- polls
    const { search, sums, costs } = await store.backlog();
    if (search + sums + costs === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
    // oxlint-enable no-await-in-loop
  }
}

function compareContents(one: string, other: string): string[] {
  const [first, second] = [readContents(one), readContents(other)];
  return Object.keys(contents).filter((name) => !isDeepStrictEqual(first.get(name), second.get(name)));
}

function readContents(path: string): Map<string, unknown> {
  const database = new DatabaseSync(path);
  try {
    database.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, 'step_words', 'row')");
    return new Map(Object.entries(contents).map(([name, sql]) => [name, database.prepare(sql).all()]));
  } finally {
    database.close();
  }
}

/** Rounds all numbers, because the last digits of a sum of floats depend on the order of addition. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (typeof each === "number" ? Number(each.toPrecision(9)) : each)),
  );
}
