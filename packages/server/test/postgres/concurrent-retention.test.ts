import { expect, onTestFinished, test } from "vitest";
import { expectFailureAlone } from "../../src/store/conformance/failing-retention.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { readRecords, recount } from "../../src/store/conformance/recount.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres } from "./describe-postgres.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 4, 10, 12);
const cutoff = Date.UTC(2026, 4, 11);

/** Returns the version of a step that is written in a round. Half of the steps were created before the cutoff. */
function stepOf(index: number, round: number): StepWrite {
  const createdAt = index % 2 === 0 ? start + index : cutoff + index;
  const id = `s${index}`;
  return {
    id,
    createdAt,
    threadId: `t${index % 5}`,
    startTime: createdAt,
    endTime: createdAt + round,
    tags: [`round ${round}`],
    output: { round },
    generation: { model: "gpt-4o", inputTokenCount: index, outputTokenCount: round },
    scores: [{ id: `score ${id}`, at: createdAt, name: "good", type: "AI", value: round, stepId: id }],
  };
}

describePostgres("retention with concurrent writers", (tests) => {
  test("deletes only old records, and keeps totals, sums and payloads correct", async () => {
    const { server } = tests();
    const url = await server.createDatabase("retained");
    const clock = { now: start };
    const open = (): Promise<Store> => openPostgresStore({ url, retentionDays: 7, now: () => clock.now, poolSize: 6 });
    const [writer, other] = [await openWithProjects(open), await open()];
    onTestFinished(async () => {
      await Promise.all([writer.close(), other.close()]);
    });
    const indexes = Array.from({ length: 60 }, (_, index) => index);
    await writer.steps.ingest(
      project,
      indexes.slice(0, 30).map((index) => stepOf(index, 0)),
    );
    clock.now = cutoff + 7 * day;
    const expiries = (async () => {
      for (let round = 0; round < 6; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await Promise.all([writer.expire(), other.expire()]);
      }
    })();
    const lanes = [writer, other].map(async (store, lane) => {
      for (let round = 1; round < 8; round += 1) {
        const mine = indexes.filter((index) => (index + round + lane) % 3 !== 0).toReversed();
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other
        await store.steps.ingest(
          project,
          mine.map((index) => stepOf(index, round)),
        );
      }
    });
    await Promise.all([...lanes, expiries]);
    await writer.expire();
    await writer.analytics.settle();

    const records = await readRecords(other);
    expect(records.steps.map(({ id }) => id).toSorted()).toEqual(
      indexes
        .filter((index) => index % 2 === 1)
        .map((index) => `s${index}`)
        .toSorted(),
    );
    expect(records.scores.length).toBe(30);
    expect(records.threads.map(({ id }) => id).toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    for (const { id, tokenCount } of records.threads) {
      const own = records.steps.filter(({ threadId }) => threadId === id);
      expect(tokenCount).toBe(own.reduce((sum, { generation }) => sum + (generation?.tokenCount ?? 0), 0));
    }
    for (const metric of ["stepCount", "threadCount", "scoreCount", "tokenCount", "scoreAverage"] as const) {
      const range = { from: start - day, to: clock.now + day };
      const query = { ...range, metrics: [metric], maxPoints: 100, offset: 0, groupLimit: 5 };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { lines } = await other.analytics.timeSeries(project, query);
      expect([metric, lines[0]?.total]).toEqual([metric, recount(records, metric, { ...range, group: undefined })]);
    }
    const orphans = `
      SELECT (SELECT count(*)::int FROM step_payloads) AS payloads, (SELECT count(*)::int FROM step_payloads p WHERE NOT EXISTS (
        SELECT 1 FROM steps s WHERE s.project_id = p.project_id AND s.key = p.step AND s.period = p.period)) AS orphans`;
    expect(await server.administer(orphans, "retained")).toEqual([{ payloads: 30, orphans: 0 }]);
  });

  test("a project that cannot be cleaned does not block others", async () => {
    const { server } = tests();
    const url = await server.createDatabase("failing");
    const errors: Error[] = [];
    const store = await openWithProjects(() =>
      openPostgresStore({ url, retentionDays: 7, onError: (error) => errors.push(error) }),
    );
    onTestFinished(() => store.close());
    await expectFailureAlone({
      store,
      errors,
      async refuse() {
        const rows = await server.administer(`SELECT key FROM projects WHERE id = '${project}'`, "failing");
        const [{ key }] = rows as [{ key: string }]; // the columns that the query selects
        await server.administer(
          `CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'It stays.'; END $$;
           CREATE TRIGGER stays BEFORE DELETE ON steps FOR EACH ROW WHEN (OLD.project_id = ${key}) EXECUTE FUNCTION stay()`,
          "failing",
        );
      },
      async allow() {
        await server.administer("DROP TRIGGER stays ON steps", "failing");
      },
    });
  });
});
