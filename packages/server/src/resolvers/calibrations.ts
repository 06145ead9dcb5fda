import { allocateLabels } from "@threadline/evaluation/statistics";
import { decideTargets, figuresOf, scaleOf, stateOf } from "../evaluators/calibration.ts";
import { calibrationLimits, readJudgeStates } from "../evaluators/judge-states.ts";
import { badInput } from "../records/errors.ts";
import { readPageSize } from "../records/page-size.ts";
import { readPageWindow } from "../records/page-window.ts";
import { readScoreNames } from "../records/scores.ts";
import type { JudgedLabel } from "../store/calibrations.ts";
import type { CalibrationResolvers, DisagreementResolvers, QueryResolvers } from "./resolver-types.ts";
import type { CalibrationSource } from "./sources.ts";

const always = { from: null, until: null };

export const calibrationQueries: QueryResolvers = {
  async judgeStates(_parent, { scoreNames }, { store, project, now }) {
    const names = readScoreNames("scoreNames", scoreNames);
    const states = await readJudgeStates(store, project.id, { scoreNames: names, now: now() });
    return states.map(({ evaluator, version, measured }) => ({
      scoreName: version.scoreName,
      evaluatorId: evaluator.id,
      evaluatorName: evaluator.name,
      versionId: version.id,
      versionNumber: version.number,
      measured,
    }));
  },

  async calibration(_parent, { versionId, from, until, passFrom }, { store, project, loaders, now }) {
    const time = { from: from ?? null, until: until ?? null };
    if (time.from !== null && time.until !== null && time.from > time.until) {
      throw badInput("until", "must not be before from");
    }
    const version = await loaders.evaluatorVersions.load(versionId);
    if (version === null) return null;
    const valuesOf = (range: typeof time) =>
      store.calibrations.values(project.id, version.id, range, calibrationLimits.scores);
    const isAlways = time.from === null && time.until === null;
    const labels = await store.calibrations.labels(project.id, [version], calibrationLimits.labels);
    const [schema, all, inTime] = await Promise.all([
      store.scoreSchemas.findByName(project.id, version.scoreName),
      valuesOf(always),
      isAlways ? null : valuesOf(time),
    ]);
    const judged = inTime ?? all;
    const ownScale = scaleOf(version, schema, [...all, ...labels]);
    const scale = { ...ownScale, passFrom: passFrom ?? ownScale.passFrom };
    const targets = decideTargets(labels.filter(isWithin(time)), scale);
    const judgedCount = judged.reduce((sum, { count }) => sum + count, 0);
    return {
      version,
      time,
      scale,
      ...targets,
      ...stateOf(labels, { scale: ownScale, now: now() }),
      ...figuresOf(targets.decided, judged, scale),
      judgedCount,
      isSampled: judgedCount === calibrationLimits.scores,
    };
  },
};

export const Calibration: CalibrationResolvers = {
  scale: ({ scale }) => (scale.categories === null ? "NUMBERS" : "CATEGORIES"),
  passFrom: ({ scale }) => scale.passFrom,
  labeledCount: ({ decided }) => decided.length,
  categories: ({ scale }) => [...(scale.categories ?? [])],
  matrix({ decided, scale }) {
    if (scale.categories === null) return [];
    const cells = Map.groupBy(decided, ({ judge, people }) => `${judge} ${people}`);
    return [...cells.values()].flatMap((targets) => {
      const [first] = targets;
      return first ? [{ judgeValue: first.judge, peopleValue: first.people, count: targets.length }] : [];
    });
  },
  agreement: ({ agreement }) => toEstimate(agreement),
  truePositiveRate: ({ truePositiveRate }) => toEstimate(truePositiveRate),
  falsePositiveRate: ({ falsePositiveRate }) => toEstimate(falsePositiveRate),
  judgePassRate: ({ judgePassRate }) => toEstimate(judgePassRate),
  passRate: ({ passRate }) => toEstimate(passRate),
  passed: ({ decisions }) => toDecision(decisions?.passed),
  failed: ({ decisions }) => toDecision(decisions?.failed),
  disagreementCount: ({ decided }) => decided.filter(isDisagreement).length,
  disagreements({ decided, version: { target } }, args) {
    const { first, skip } = readPageWindow({ ...args, first: readPageSize(args.first, { initial: 50, most: 100 }) });
    return decided
      .filter(isDisagreement)
      .toSorted((one, other) => sizeOf(other) - sizeOf(one) || other.judgedAt - one.judgedAt)
      .slice(skip, skip + first)
      .map((each) => ({ ...each, target: { targetId: each.targetId, target } }));
  },
  async nextTargets(source, { first }, { store, project }) {
    const count = readPageSize(first, { initial: 10, most: 100 });
    const { version, time, scale } = source;
    const unlabeled = (limit: number, isPassed?: boolean): Promise<string[]> =>
      store.calibrations.unlabeled(project.id, version, {
        ...time,
        passes: isPassed === undefined || scale.passFrom === null ? null : { from: scale.passFrom, isPassed },
        window: calibrationLimits.unlabeledWindow,
        limit,
      });
    const allocated = allocateLabels(source, count);
    const found =
      allocated === null
        ? await unlabeled(count)
        : await Promise.all([unlabeled(allocated.passed, true), unlabeled(allocated.failed, false)]);
    // Sorts by id. In the order of `found`, targets that the judge passed come first, and this would reveal the judge's
    // scores to people who label.
    const ids = found.flat().toSorted();
    return ids.map((targetId) => ({ targetId, target: source.version.target }));
  },
};

export const Disagreement: DisagreementResolvers = {
  peopleValue: ({ people }) => people,
  judgeScore: ({ judgeScoreId }, _args, { loaders }) => loaders.scores.load(judgeScoreId),
  async labels({ labelIds }, _args, { loaders }) {
    const scores = await loaders.scores.loadMany(labelIds);
    return scores.flatMap((score) => {
      if (score instanceof Error) throw score;
      return score ?? [];
    });
  },
};

const sizeOf = ({ judge, people }: CalibrationSource["decided"][number]): number => Math.abs(judge - people);

const isDisagreement = ({ judge, people }: CalibrationSource["decided"][number]): boolean => judge !== people;

function isWithin({ from, until }: { readonly from: number | null; readonly until: number | null }) {
  return ({ judgedAt }: JudgedLabel): boolean =>
    (from === null || judgedAt >= from) && (until === null || judgedAt <= until);
}

function toEstimate(estimate: CalibrationSource["passRate"]) {
  return estimate && { rate: estimate.rate, ...estimate.interval };
}

function toDecision(labels: NonNullable<CalibrationSource["decisions"]>["passed"] | undefined) {
  return labels ? { judgedCount: labels.judged, labeledCount: labels.labeled, passedCount: labels.passed } : null;
}
