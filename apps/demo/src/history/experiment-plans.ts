import type { ModelName } from "./models.ts";
import type { Language } from "./people.ts";
import { Random } from "./random.ts";
import { englishSupport } from "./scripts/english-support.ts";
import { fillSlots, supportSlots } from "./scripts/fill-slots.ts";
import { germanSupport } from "./scripts/german-support.ts";
import { travelScripts, travelSlots } from "./scripts/travel-scripts.ts";
import { travelReleases } from "./travel-history.ts";
import { turningPoints } from "./turning-points.ts";

/** Dataset item of the demo with two possible answers. `good` is the expected output. `plain` is a weaker answer. */
export interface Case {
  key: string;
  request: string;
  good: string;
  plain: string;
  /** Criticism of the weak answer. */
  weakness: string;
  /** Scores from 0 to 1 that a model gives to the answers `good` and `plain`. */
  quality: { good: number; plain: number };
  about: { topic: string; language: Language };
  /** Difficulty of the case, from 0 to 1. */
  difficulty: number;
  random: Random;
}

export interface Trial {
  name: string;
  /** When the experiment ran, as a fraction of the history's duration. */
  progress: number;
  agent: string;
  model: ModelName;
  release: string;
  /** Number of the version of the support prompt, starting at 0. */
  version?: number;
  /** Factor by which latencies are multiplied. Default: 1. */
  slowness?: number;
  /** Number of input tokens in addition to the tokens of the messages, for example for instructions. */
  otherTokens: number;
  /** Name of the score that a code evaluator gives each answer. */
  check: string;
  /** Share of the cases that the experiment answers well, from 0 to 1. */
  goodShare: number;
}

export interface DatasetPlan {
  name: string;
  description: string;
  cases: Case[];
  trials: Trial[];
}

/**
 * Returns two datasets with their experiments. The experiments on the first dataset show that newer prompts answer
 * better. The experiments on the second dataset show that one release answers worse than the others.
 */
export function experimentPlans(): DatasetPlan[] {
  const [, second, third] = turningPoints.promptVersions;
  const support = { agent: "support-agent", model: "gpt-4o-mini", check: "names-next-step" } as const;
  const supportCasesPlan: DatasetPlan = {
    name: "support-cases",
    description: "requests of customers with answers of the support team",
    cases: supportCases(),
    trials: [
      {
        ...support,
        name: "support-reply v0",
        release: "3.8.0",
        progress: second - 0.03,
        version: 0,
        otherTokens: 310,
        goodShare: 0.42,
      },
      {
        ...support,
        name: "support-reply v1",
        release: "3.8.0",
        progress: second - 0.01,
        version: 1,
        otherTokens: 560,
        goodShare: 0.71,
      },
      {
        ...support,
        name: "support-reply v2",
        release: "3.9.1",
        progress: third - 0.01,
        version: 2,
        otherTokens: 640,
        goodShare: 0.92,
      },
    ],
  };
  const travel = { agent: "travel-planner", model: "claude-sonnet-4-5", check: "meets-each-wish" } as const;
  const tripRequestsPlan: DatasetPlan = {
    name: "trip-requests",
    description: "requests of travelers with plans that meet each wish",
    cases: travelCases(),
    trials: [
      {
        ...travel,
        name: "travel-planner 2.3.1",
        release: travelReleases.good,
        progress: turningPoints.travelRelease - 0.2,
        otherTokens: 1250,
        goodShare: 0.92,
      },
      {
        ...travel,
        name: "travel-planner 2.4.0",
        release: travelReleases.worse,
        progress: turningPoints.travelRelease + 0.12,
        slowness: 1.9,
        otherTokens: 3400,
        goodShare: 0.5,
      },
      {
        ...travel,
        name: "travel-planner 2.4.1-rc.1",
        release: "2.4.1-rc.1",
        progress: 0.96,
        otherTokens: 1420,
        goodShare: 0.95,
      },
    ],
  };
  return [supportCasesPlan, tripRequestsPlan];
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
      const weakness = "Leaves out the next step that the expected answer states.";
      const about = { topic: script.tags[0] ?? "", language: script.language };
      return {
        key,
        request: request ?? "",
        good: good ?? "",
        plain: plain ?? "",
        weakness,
        quality: judge(random),
        difficulty: random.next(),
        about,
        random,
      };
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
      const about = { topic: script.tags[0] ?? "", language: "en" as const };
      const weakness = script.complaint;
      return {
        key,
        request: request ?? "",
        good: good ?? "",
        plain: plain ?? "",
        weakness,
        quality: judge(random),
        difficulty: random.next(),
        about,
        random,
      };
    }),
  );
}

function judge(random: Random): Case["quality"] {
  const around = (value: number): number => Number((value + (random.next() - 0.5) * 0.22).toFixed(2));
  return { good: around(0.86), plain: around(0.34) };
}
