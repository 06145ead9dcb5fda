import { Link, useParams } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { ruleEstimate, ruleEvaluators, type RuleEvaluatorsQuery } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { DurationField, NumberField } from "../../ui/number-field.tsx";
import { EmptyState, ErrorState, LoadingState, LoadingText } from "../../ui/page-state.tsx";
import { FilterBar } from "../logs/filters/filter-bar.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { useRequiredName } from "../../ui/use-required-name.ts";
import styles from "../evaluators/evaluators-page.module.css";
import { MatchingRecords, type Selection } from "../review-queues/matching-records.tsx";
import { useReviewText } from "../review-queues/messages.ts";
import { useRulesText } from "./messages.ts";
import {
  defaultQuietSeconds,
  logResourceOf,
  readDraft,
  type RuleDraft,
  type RuleInput,
  type RuleTarget,
} from "./rule-draft.ts";

const modes = ["ON", "DRY_RUN", "OFF"] as const;

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly target: RuleTarget;
}

/**
 * Form of an evaluation rule. The user can select the newest version of each evaluator, or `stored`, the version that
 * an existing rule already uses.
 */
export function RuleForm({
  initial,
  stored,
  action,
  isBusy,
  error,
  hasPreview = false,
  onSubmit,
}: {
  readonly initial: RuleDraft;
  readonly stored?: Choice | undefined;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Whether the newest matching records are shown beside the form. */
  readonly hasPreview?: boolean;
  readonly onSubmit: (rule: RuleInput) => void;
}) {
  const t = useRulesText();
  const review = useReviewText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const [draft, setDraft] = useState(initial);
  // A new rule for runs has a condition on the type, until the user changes the conditions.
  const [hasOwnConditions, setHasOwnConditions] = useState(!hasPreview);
  const [isWrong, setIsWrong] = useState(false);
  const nameCheck = useRequiredName(draft.name);
  const errors = useFormErrors(error, ["name", "evaluatorVersionId", "sampleRate", "quietSeconds", "dailySpendLimit"]);
  const { data, error: failure, refetch } = useOperation(ruleEvaluators, {});
  const conditionsId = useId();
  if (failure && !data) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const choices = choicesOf(data.evaluators, t, stored);
  const [first] = choices;
  if (first === undefined) {
    return (
      <EmptyState title={t("noEvaluators")}>
        <Link to="/projects/$projectId/evaluators" params={{ projectId }}>
          {t("toEvaluators")}
        </Link>
      </EmptyState>
    );
  }
  const chosen = choices.find(({ id }) => id === draft.evaluatorVersionId) ?? first;
  const change = (part: Partial<RuleDraft>): void => setDraft({ ...draft, ...part });
  const search = !hasOwnConditions && chosen.target === "RUN" ? onlyRuns : draft.search;
  const changeSearch = (changed: Partial<RuleDraft["search"]>): void => {
    setHasOwnConditions(true);
    change({ search: { ...search, ...changed } });
  };
  const rule = readDraft({ ...draft, search, evaluatorVersionId: chosen.id }, chosen.target);
  const submit = (): void => {
    setIsWrong(rule === null);
    if (nameCheck.check() && rule !== null) onSubmit(rule);
  };
  const form = (
    <section className={styles.section} aria-label={t("settings")}>
      <h2>{t("settings")}</h2>
      {/* Not a `<form>`: the filter editor inside is a form, whose events would bubble up to this element. */}
      <div className={styles.form}>
        <TextField
          {...nameCheck.field}
          error={nameCheck.field.error ?? errors.fields.name}
          label={t("name")}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SelectField
          label={t("evaluator")}
          hint={t("evaluatorHint")}
          error={errors.fields.evaluatorVersionId}
          options={choices.map(({ id, label, target }) => ({ value: id, label: `${label} · ${t(target)}` }))}
          value={chosen.id}
          onChange={(evaluatorVersionId) => change({ evaluatorVersionId })}
        />
        <section className={styles.list} aria-labelledby={conditionsId}>
          <h3 id={conditionsId}>{t("conditions")}</h3>
          <p className={styles.muted}>
            {t("conditionsHint")}
            {chosen.target === "RUN" && ` ${t("runsHint")}`}
          </p>
          <FilterBar
            key={logResourceOf(chosen.target)}
            resource={logResourceOf(chosen.target)}
            search={search}
            hasRange={false}
            isWrapped
            onChange={changeSearch}
          />
        </section>
        <div className={styles.row}>
          <NumberField
            label={t("sampleRate")}
            error={errors.fields.sampleRate}
            unit="%"
            minimum={0}
            maximum={100}
            value={draft.sampleRate}
            onChange={(sampleRate) => change({ sampleRate })}
          />
          <DurationField
            label={t("quiet")}
            hint={t("quietHint")}
            error={errors.fields.quietSeconds}
            minimum={0}
            value={draft.quietSeconds || defaultQuietSeconds[chosen.target]}
            onChange={(quietSeconds) => change({ quietSeconds })}
          />
          <NumberField
            label={t("limit")}
            hint={t("limitHint")}
            error={errors.fields.dailySpendLimit}
            unit="$"
            minimum={0}
            value={draft.dailySpendLimit}
            onChange={(dailySpendLimit) => change({ dailySpendLimit })}
          />
          <SelectField
            label={t("mode")}
            hint={t("modeHint")}
            options={modes.map((mode) => ({ value: mode, label: t(mode) }))}
            value={draft.mode}
            onChange={(mode) => change({ mode: modes.find((each) => each === mode) ?? "OFF" })}
          />
        </div>
        {rule !== null && <LastDay rule={rule} />}
        <DialogError error={isWrong ? new Error(t("number", { name: t("sampleRate") })) : errors.other} />
        <div className={styles.actions} data-sticky>
          <Button look="primary" disabled={isBusy} onClick={submit}>
            {action}
          </Button>
        </div>
      </div>
    </section>
  );
  if (!hasPreview) return form;
  return (
    <div className={styles.editor}>
      {form}
      {rule !== null && (
        <MatchingRecords
          {...matchingOf(rule, chosen.target)}
          title={review("matching")}
          about={review("preview_FILTER")}
          hasCount
          onType={(type) => changeSearch({ filters: ofType(search.filters ?? [], type) })}
        />
      )}
    </div>
  );
}

const onlyRuns: RuleDraft["search"] = { filters: [{ field: "type", operator: "eq", value: "run" }] };

/** Replaces the conditions on the type by one that only steps of `type` meet; null removes them. */
function ofType(filters: NonNullable<RuleDraft["search"]["filters"]>, type: string | null): typeof filters {
  const others = filters.filter(({ field }) => field !== "type");
  return type === null ? others : [...others, { field: "type", operator: "eq", value: type }];
}

/** Returns the records that the rule would judge. Rules skip calls that the service itself made. */
function matchingOf({ filters, query = null }: RuleInput, target: RuleTarget): Selection {
  const implied: RuleInput["filters"] = [
    { field: "environment", operator: "neq", value: "experiment" },
    ...(target === "RUN" ? [{ field: "parentId", operator: "is", value: null } as const] : []),
  ];
  return { resource: logResourceOf(target), conditions: { query, filters: [...(filters ?? []), ...implied] } };
}

function LastDay({ rule }: { readonly rule: RuleInput }) {
  const t = useRulesText();
  const formats = useFormats();
  const from = useDaysAgo(1);
  const { evaluatorVersionId, filters, query, sampleRate } = rule;
  const counted = { name: "-", evaluatorVersionId, filters, query, sampleRate };
  const matching = useOperation(ruleEstimate, { rule: { ...noLimits, ...counted }, from });
  const all = useOperation(ruleEstimate, {
    rule: { ...noLimits, name: "-", evaluatorVersionId, filters: [], query: null, sampleRate: 1 },
    from,
  });
  if (!matching.data || !all.data) {
    const failed = [matching, all].filter(({ error }) => error !== null);
    return (
      <LoadingText
        text={t("estimating")}
        error={failed[0]?.error ?? null}
        onRetry={() => failed.forEach((each) => void each.refetch())}
      />
    );
  }
  const { judgmentCount, matchedCount, cost } = matching.data.evaluationRuleEstimate;
  const texts = {
    judged: formats.number(judgmentCount),
    matched: formats.number(matchedCount),
    // `matchedCount` and the count of all records come from two requests. If records arrive between the requests,
    // `matchedCount` can exceed the count of all records.
    targets: formats.number(Math.max(matchedCount, all.data.evaluationRuleEstimate.matchedCount)),
    cost: formats.cost(cost),
  };
  return (
    <p role="status">
      {cost === null || cost === 0 ? t("lastDay", texts) : t("lastDayCost", texts)}
      {cost === null && ` ${t("noPrice")}`}
    </p>
  );
}

const noLimits = { quietSeconds: null, dailySpendLimit: null, mode: null } as const;

function choicesOf(
  evaluators: RuleEvaluatorsQuery["evaluators"],
  t: ReturnType<typeof useRulesText>,
  stored: Choice | undefined,
): Choice[] {
  const newest = evaluators.flatMap(({ name, latestVersion: { id, number, target } }): Choice[] =>
    target === "EXPERIMENT_ITEM" ? [] : [{ id, label: t("version", { name, number }), target }],
  );
  return stored === undefined || newest.some(({ id }) => id === stored.id) ? newest : [stored, ...newest];
}
