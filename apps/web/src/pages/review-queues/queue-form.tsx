import { Link, useParams } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { reviewFormChoices, type ReviewFormChoicesQuery } from "../../generated/review-queues.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { MultiSelectField, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { type FormErrors, useFormErrors } from "../../ui/form-errors.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useRequiredName } from "../../ui/use-required-name.ts";
import { FilterBar } from "../logs/filters/filter-bar.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { FormSection } from "../evaluators/form-section.tsx";
import { MatchingRecords, type Selection } from "./matching-records.tsx";
import { useReviewText } from "./messages.ts";
import {
  conditionsOfQueue,
  logResourceOfQueue,
  type QueueDraft,
  type QueueInput,
  type QueueSource,
  type QueueTarget,
  readQueueDraft,
} from "./queue-draft.ts";
import own from "./review.module.css";

const targets: readonly QueueTarget[] = ["THREAD", "STEP"];
const sources: readonly QueueSource[] = ["MANUAL", "FILTER", "DISAGREEMENT"];

export function QueueForm({
  initial,
  action,
  isBusy,
  error,
  onSubmit,
}: {
  readonly initial: QueueDraft;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (queue: QueueInput) => void;
}) {
  const t = useReviewText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { data, error: failure, refetch } = useOperation(reviewFormChoices, {});
  if (failure && !data) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.scoreSchemas.length === 0) {
    return (
      <EmptyState title={t("noSchemas")}>
        <Link to="/projects/$projectId/score-schemas" params={{ projectId }}>
          {t("toSchemas")}
        </Link>
      </EmptyState>
    );
  }
  return <LoadedForm {...{ initial, action, isBusy, error, onSubmit }} choices={data} />;
}

function LoadedForm({
  initial,
  action,
  isBusy,
  error,
  onSubmit,
  choices,
}: Parameters<typeof QueueForm>[0] & { readonly choices: ReviewFormChoicesQuery }) {
  const t = useReviewText();
  const conditionsId = useId();
  const [draft, setDraft] = useState(() => withSchemas(initial, choices));
  const nameCheck = useRequiredName(draft.name);
  const [problem, setProblem] = useState<string | null>(null);
  const errors = useFormErrors(error, [...fieldNames, ...draft.criteria.map((_, index) => helpField(index))]);
  const change = (part: Partial<QueueDraft>): void => setDraft({ ...draft, ...part });
  const isManual = draft.source === "MANUAL";
  const members = labelsOf(choices.mentionableMembers);
  const submit = (): void => {
    const queue = readQueueDraft(draft);
    const fields = { sampleRate: "sampleRate", threshold: "threshold", reviewsPerItem: "perItem" } as const;
    setProblem(typeof queue === "string" ? t("number", { name: t(fields[queue]) }) : null);
    if (nameCheck.check() && typeof queue !== "string") onSubmit(queue);
  };
  return (
    <div className={styles.editor}>
      {/* Not a `<form>`: the filter editor inside is a form, whose events would bubble up to this element. */}
      <div className={styles.main}>
        <FormSection title={t("general")}>
          <TextField
            {...nameCheck.field}
            error={nameCheck.field.error ?? errors.fields["name"]}
            label={t("name")}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <TextArea
            label={t("instructions")}
            hint={t("instructionsHint")}
            error={errors.fields["instructions"]}
            rows={3}
            value={draft.instructions}
            onChange={({ target }) => change({ instructions: target.value })}
          />
        </FormSection>
        <FormSection title={t("rubric")}>
          <Rubric
            criteria={draft.criteria}
            schemas={choices.scoreSchemas}
            errors={errors.fields}
            onChange={(criteria) => change({ criteria })}
          />
        </FormSection>
        <FormSection title={t("itemsAndReviews")}>
          <div className={styles.row}>
            <SelectField
              label={t("target")}
              options={targets.map((value) => ({ value, label: t(value) }))}
              value={draft.target}
              onChange={(value) => change({ target: targets.find((each) => each === value) ?? "THREAD", search: {} })}
            />
            <SelectField
              label={t("source")}
              hint={draft.source === "MANUAL" ? undefined : t("sourceHint")}
              options={sources.map((value) => ({ value, label: t(value) }))}
              value={draft.source}
              onChange={(value) => change({ source: sources.find((each) => each === value) ?? "MANUAL" })}
            />
            <NumberField
              label={t("perItem")}
              hint={t("perItemHint")}
              error={errors.fields["reviewsPerItem"]}
              minimum={1}
              maximum={10}
              value={draft.reviewsPerItem}
              onChange={(reviewsPerItem) => change({ reviewsPerItem })}
            />
          </div>
          {draft.source !== "MANUAL" && (
            <section className={styles.list} aria-labelledby={conditionsId}>
              <h3 id={conditionsId}>{t("conditions")}</h3>
              <p className={styles.muted}>{t("conditionsHint")}</p>
              <FilterBar
                isWrapped
                key={draft.target}
                resource={logResourceOfQueue(draft.target)}
                search={draft.search}
                hasRange={false}
                onChange={(changed) => change({ search: { ...draft.search, ...changed } })}
              />
              <div className={styles.row}>
                <NumberField
                  label={t("sampleRate")}
                  error={errors.fields["sampleRate"]}
                  unit="%"
                  minimum={0}
                  maximum={100}
                  value={draft.sampleRate}
                  onChange={(sampleRate) => change({ sampleRate })}
                />
              </div>
            </section>
          )}
          {draft.source === "DISAGREEMENT" && (
            <div className={styles.row}>
              <TextField
                label={t("judgeScore")}
                error={errors.fields["judgeScore"]}
                value={draft.judgeScore}
                onChange={({ target }) => change({ judgeScore: target.value })}
              />
              <TextField
                label={t("userScore")}
                error={errors.fields["userScore"]}
                value={draft.userScore}
                onChange={({ target }) => change({ userScore: target.value })}
              />
              <NumberField
                label={t("threshold")}
                hint={t("thresholdHint")}
                value={draft.threshold}
                onChange={(threshold) => change({ threshold })}
              />
            </div>
          )}
          {members.length > 0 && (
            <MultiSelectField
              label={t("reviewers")}
              hint={t("reviewersHint")}
              placeholder={t("everyone")}
              options={members.map(({ label }) => label)}
              values={members.filter(({ id }) => draft.reviewerIds.includes(id)).map(({ label }) => label)}
              onChange={(labels) =>
                change({ reviewerIds: members.filter(({ label }) => labels.includes(label)).map(({ id }) => id) })
              }
            />
          )}
          <label className={own.check}>
            <input
              type="checkbox"
              checked={draft.isBlind}
              onChange={({ target }) => change({ isBlind: target.checked })}
            />
            <span>
              {t("blind")} <span className={styles.muted}>{t("blindHint")}</span>
            </span>
          </label>
        </FormSection>
        <DialogError error={problem === null ? errors.other : new Error(problem)} />
        <div className={styles.actions}>
          <Button look="primary" disabled={isBusy} onClick={submit}>
            {action}
          </Button>
        </div>
      </div>
      <MatchingRecords
        {...shownOf(draft)}
        title={t(isManual ? `recent_${draft.target}` : "matching")}
        about={t(`preview_${draft.source}`)}
        hasCount={!isManual}
      />
    </div>
  );
}

/** Returns the records that the queue would contain. Queues that are filled by a rule contain no experiments. */
function shownOf(draft: QueueDraft): Selection {
  const { filters, query } = conditionsOfQueue(draft);
  const notOwn = { field: "environment", operator: "neq", value: "experiment" } as const;
  return {
    resource: logResourceOfQueue(draft.target),
    conditions: { query, filters: draft.source === "MANUAL" ? filters : [...(filters ?? []), notOwn] },
  };
}

const fieldNames = ["name", "instructions", "reviewsPerItem", "sampleRate", "judgeScore", "userScore"] as const;

function helpField(index: number): string {
  return `criteria[${index}].help`;
}

function Rubric({
  criteria,
  schemas,
  errors,
  onChange,
}: {
  readonly errors: FormErrors<string>["fields"];
  readonly criteria: QueueDraft["criteria"];
  readonly schemas: ReviewFormChoicesQuery["scoreSchemas"];
  readonly onChange: (criteria: QueueDraft["criteria"]) => void;
}) {
  const t = useReviewText();
  const free = schemas.filter(({ id }) => !criteria.some(({ scoreSchemaId }) => scoreSchemaId === id));
  const [first] = free;
  return (
    <fieldset className={styles.list} aria-label={t("rubric")}>
      <p className={styles.muted}>{t("rubricHint")}</p>
      {criteria.map((criterion, index) => {
        const chosen = schemas.find(({ id }) => id === criterion.scoreSchemaId);
        const change = (part: Partial<typeof criterion>): void =>
          onChange(criteria.map((each) => (each.key === criterion.key ? { ...each, ...part } : each)));
        return (
          <div key={criterion.key} className={own.criterionRow}>
            <SelectField
              label={t("criterion")}
              options={[...(chosen ? [chosen] : []), ...free].map(({ id, name }) => ({
                value: id,
                label: visibleString(name),
              }))}
              value={criterion.scoreSchemaId}
              onChange={(scoreSchemaId) => change({ scoreSchemaId })}
            />
            <TextArea
              label={t("help")}
              error={errors[helpField(index)]}
              rows={1}
              value={criterion.help}
              placeholder={t("helpHint")}
              onChange={({ target }) => change({ help: target.value })}
            />
            <IconButton
              label={t("removeCriterion", { name: chosen?.name ?? "" })}
              disabled={criteria.length === 1}
              onClick={() => onChange(criteria.filter(({ key }) => key !== criterion.key))}
            >
              <X size={16} />
            </IconButton>
          </div>
        );
      })}
      {first !== undefined && (
        <div className={styles.actions}>
          <Button
            size="small"
            onClick={() =>
              onChange([
                ...criteria,
                { key: Math.max(-1, ...criteria.map(({ key }) => key)) + 1, scoreSchemaId: first.id, help: "" },
              ])
            }
          >
            <Plus size={14} aria-hidden />
            {t("addCriterion")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Gives each criterion without a score schema the first schema. Adds a criterion if there is none. */
function withSchemas(draft: QueueDraft, { scoreSchemas: [first] }: ReviewFormChoicesQuery): QueueDraft {
  const criteria = draft.criteria.length === 0 ? [{ key: 0, scoreSchemaId: "", help: "" }] : draft.criteria;
  return {
    ...draft,
    criteria: criteria.map((each) => (each.scoreSchemaId === "" ? { ...each, scoreSchemaId: first?.id ?? "" } : each)),
  };
}

function labelsOf(
  members: ReviewFormChoicesQuery["mentionableMembers"],
): { readonly id: string; readonly label: string }[] {
  const names = members.map(({ name }) => name);
  return members.map(({ accountId: id, name }, index) => {
    const isTaken = names.indexOf(name) !== names.lastIndexOf(name);
    return { id, label: isTaken ? `${name} (${index + 1})` : name };
  });
}
