import type { Dataset, DatasetExperimentItemConstructor, ScoreConstructor, Threadline } from "@threadline/core";
import { demoMetadata, demoPrefix, demoTag } from "../demo-mark.ts";
import { inParallel } from "../in-parallel.ts";
import { patient } from "../patient.ts";
import { historyId } from "./history-id.ts";
import { Random } from "./random.ts";
import { englishSupport } from "./scripts/english-support.ts";
import { fillSlots, supportSlots } from "./scripts/fill-slots.ts";
import { germanSupport } from "./scripts/german-support.ts";
import { travelScripts, travelSlots } from "./scripts/travel-scripts.ts";
import { releaseDaysAgo, travelReleases } from "./travel-history.ts";

export interface RecordExperimentsOptions {
  client: Threadline;
  edition: number;
  /** End of the history, in epoch milliseconds. */
  anchor: number;
  /** Ids of the versions of the support prompt, the oldest first. */
  promptIds: string[];
}

/** A case of a dataset: a request with the answer of an expert, and what a weak version answers. */
interface Case {
  key: string;
  request: string;
  good: string;
  plain: string;
  random: Random;
}

interface Trial {
  name: string;
  daysAgo: number;
  params: Record<string, string>;
  promptId?: string | undefined;
  /** Share of the cases that it answers well. */
  goodShare: number;
}

const day = 24 * 3_600_000;

/** Records two datasets: one shows that newer prompts answer better, the other that a release answers worse. */
export async function recordExperiments(options: RecordExperimentsOptions): Promise<void> {
  const { promptIds } = options;
  const model = "gpt-4o-mini";
  await recordDataset(options, {
    name: "support-cases",
    description: "Requests of customers with answers of the support team",
    cases: supportCases(),
    trials: [
      {
        name: "support-reply v0",
        daysAgo: 9.4,
        params: { model, prompt: "v0" },
        promptId: promptIds[0],
        goodShare: 0.42,
      },
      {
        name: "support-reply v1",
        daysAgo: 9.1,
        params: { model, prompt: "v1" },
        promptId: promptIds[1],
        goodShare: 0.71,
      },
      {
        name: "support-reply v2",
        daysAgo: 4.2,
        params: { model, prompt: "v2" },
        promptId: promptIds[2],
        goodShare: 0.92,
      },
    ],
  });
  const trip = { model: "claude-sonnet-4-5" };
  await recordDataset(options, {
    name: "trip-requests",
    description: "Requests of travelers with plans that meet each wish",
    cases: travelCases(),
    trials: [
      {
        name: "travel-planner 2.3.1",
        daysAgo: releaseDaysAgo + 4,
        params: { ...trip, release: travelReleases.good },
        goodShare: 0.92,
      },
      {
        name: "travel-planner 2.4.0",
        daysAgo: releaseDaysAgo - 2,
        params: { ...trip, release: travelReleases.worse },
        goodShare: 0.5,
      },
    ],
  });
}

interface DatasetPlan {
  name: string;
  description: string;
  cases: Case[];
  trials: Trial[];
}

async function recordDataset(
  { client, edition, anchor }: RecordExperimentsOptions,
  { name, description, cases, trials }: DatasetPlan,
): Promise<void> {
  const at = (daysAgo: number): string => new Date(anchor - daysAgo * day).toISOString();
  const dataset: Dataset =
    (await client.api.getDataset({ name }, patient)) ??
    (await client.api.createDataset(
      { name, description: demoPrefix + description, metadata: demoMetadata, createdAt: at(12) },
      patient,
    ));
  const items = cases.map(({ key, request, good }) => ({
    id: historyId(edition, `${name}/${key}`),
    input: { question: request },
    expectedOutput: { answer: good },
    metadata: demoMetadata,
    createdAt: at(12),
  }));
  await client.api.createDatasetItems(dataset.id, items, patient);
  for (const { goodShare, daysAgo, ...trial } of trials) {
    const id = historyId(edition, `${name}/${trial.name}`);
    const params = { ...trial.params, ...demoMetadata };
    await client.api.createExperiment({ ...trial, id, params, datasetId: dataset.id, createdAt: at(daysAgo) }, patient);
    await inParallel(cases.entries(), async ([index, { key, request, good, plain, random }]) => {
      const isGood = random.chance(goodShare);
      const itemId = historyId(edition, `${name}/${trial.name}/${key}`);
      const item: DatasetExperimentItemConstructor = {
        id: itemId,
        datasetExperimentId: id,
        datasetItemId: items[index]?.id,
        input: { question: request },
        output: { answer: isGood ? good : plain },
        scores: scoresOf({ isGood, random, createdAt: at(daysAgo) }).map((score) => ({
          ...score,
          id: historyId(edition, `${itemId}/${score.name}`),
        })),
      };
      await client.api.createExperimentItem(item, patient);
    });
  }
}

function scoresOf({
  isGood,
  random,
  createdAt,
}: {
  isGood: boolean;
  random: Random;
  createdAt: string;
}): ScoreConstructor[] {
  const value = Number(((isGood ? 0.86 : 0.34) + (random.next() - 0.5) * 0.22).toFixed(2));
  const comment = isGood
    ? "States the next step; agrees with the expected answer."
    : "Leaves out what the expected answer states.";
  return [
    { name: "answer-quality", type: "AI", scorer: "openai:gpt-4.1", value, comment, createdAt, tags: [demoTag] },
    {
      name: "meets-each-wish",
      type: "CODE",
      scorer: "check-wishes",
      value: isGood ? 1 : random.chance(0.2) ? 1 : 0,
      createdAt,
      tags: [demoTag],
    },
  ];
}

function supportCases(): Case[] {
  const scripts = [...englishSupport, ...germanSupport];
  return scripts.flatMap((script, number) =>
    script.asks.slice(0, 2).map((ask, index) => {
      const key = `case/${number}/${index}`;
      const random = new Random(`support ${key}`);
      const slots = supportSlots(random, {
        language: script.language,
        city: script.language === "de" ? "Kassel" : "Leeds",
        items: script.items,
      });
      const [request, good, plain] = [ask, script.good, script.plain].map((text) => fillSlots(text, slots));
      return { key, request: request ?? "", good: good ?? "", plain: plain ?? "", random };
    }),
  );
}

function travelCases(): Case[] {
  return [0, 1, 2].flatMap((round) =>
    travelScripts.map((script, number) => {
      const key = `case/${round}/${number}`;
      const random = new Random(`travel ${key}`);
      const slots = travelSlots(random);
      const [request, good, plain] = [script.ask, script.answer, script.worse].map((text) => fillSlots(text, slots));
      return { key, request: request ?? "", good: good ?? "", plain: plain ?? "", random };
    }),
  );
}
