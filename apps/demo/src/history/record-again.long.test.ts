import { expect, onTestFinished, test } from "vitest";
import { startMemoryService } from "../memory-service.ts";
import { planHistory } from "./plan-history.ts";
import { recordHistory } from "./record-history.ts";

test("recording again changes nothing", async () => {
  const { server, client } = startMemoryService();
  onTestFinished(() => server.close());
  const anchor = Date.now();
  const end = { anchor, utcOffset: 120 };
  const recorded = await recordHistory({ client, end });
  const plan = planHistory({ edition: 0, end, promptIds: ["v0", "v1", "v2"] });
  const counts = async () => [
    (await client.api.getThreads({ first: 1 })).totalCount,
    (await client.api.getSteps({ first: 1 })).totalCount,
    (await client.api.getScores({ first: 1 })).totalCount,
    (await client.api.getExperiments({ first: 1 })).totalCount,
    (await client.api.getPromptLineages({ first: 10 })).totalCount,
  ];
  const before = await counts();
  const read = async () => {
    const threads = await Promise.all(plan.slice(0, 20).map(({ id }) => client.api.getThread(id)));
    // Each read signs the URL of a photo again, so URLs are not compared.
    return JSON.stringify(threads.map((thread) => thread?.steps?.map((step) => step.serialize()))).replaceAll(
      /"url":"[^"]*"/gu,
      "",
    );
  };
  const stored = await read();
  expect(await recordHistory({ client, end: { anchor: anchor + 24 * 3_600_000, utcOffset: -480 } })).toEqual(recorded);
  expect(await counts()).toEqual(before);
  expect(await read()).toBe(stored);
});
