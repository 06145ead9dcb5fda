import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  changeEvaluationRule,
  evaluationRuleDetail,
  type EvaluationRuleDetailQuery,
  removeEvaluationRule,
  retryRule,
} from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { Facts } from "../../ui/facts.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { UnmeasuredBadge } from "../evaluators/agreement/measured-badge.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { DriftNote } from "../evaluators/drift-note.tsx";
import { EvaluatedRecordLink } from "../evaluators/evaluated-record-link.tsx";
import { BackfillDialog } from "./backfill-dialog.tsx";
import { useRulesText } from "./messages.ts";
import { costPerJudgmentOf, judgedCountOf, modeTones, todayOf } from "./rule-day.ts";
import { draftOf, readDraft } from "./rule-draft.ts";
import { EvaluatorLink } from "./evaluator-link.tsx";
import { RuleResults } from "./rule-results.tsx";
import { RuleSpending } from "./rule-spending.tsx";
import { RuleForm } from "./rule-form.tsx";

type Rule = NonNullable<EvaluationRuleDetailQuery["evaluationRule"]>;

/** Interval between reloads of the counts, in milliseconds. */
const reloadMs = 5_000;

const route = { from: "/projects/$projectId/evaluation-rules/$ruleId" } as const;

export function RulePage() {
  const t = useRulesText();
  const mayWrite = usePermission("write");
  const navigate = useNavigate();
  const { projectId, ruleId } = useParams(route);
  const { data, error, refetch } = useOperation(evaluationRuleDetail, { id: ruleId }, { reloadMs });
  const [isRemoving, setIsRemoving] = useState(false);
  const [isBackfilling, setIsBackfilling] = useState(false);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const rule = data.evaluationRule;
  if (!rule || rule.target === "EXPERIMENT_ITEM") {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/evaluation-rules" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const input = readDraft(draftOf(rule), rule.target);
  const judgedCount = judgedCountOf(rule.days);
  return (
    <Page
      title={rule.name}
      note={
        <>
          <Badge tone={modeTones[rule.mode]}>{t(rule.mode)}</Badge>{" "}
          <UnmeasuredBadge measured={rule.evaluatorVersion?.measured} />
        </>
      }
      back={
        <Link to="/projects/$projectId/evaluation-rules" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <>
          <Link
            className={buttonClass({})}
            to="/projects/$projectId/logs/$resource"
            params={{ projectId, resource: "scores" }}
            search={{ filters: [{ field: "evaluationRuleId", operator: "eq", value: rule.id }] }}
          >
            {t("allScores")}
          </Link>
          {mayWrite && (
            <>
              <Button disabled={rule.mode !== "ON"} onClick={() => setIsBackfilling(true)}>
                {t("backfill")}
              </Button>
              <MoreMenu>
                <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                  {t("remove")}
                </MenuItem>
              </MoreMenu>
            </>
          )}
        </>
      }
    >
      <State rule={rule} />
      <div className={styles.editor}>
        <div className={styles.main}>
          {rule.failures.length > 0 && <Failures rule={rule} />}
          <RuleResults ruleId={rule.id} isOn={rule.mode === "ON"} judgedCount={judgedCount} />
          <Days rule={rule} />
        </div>
        {mayWrite && <Settings rule={rule} />}
      </div>
      {isBackfilling && input && <BackfillDialog id={rule.id} rule={input} onClose={() => setIsBackfilling(false)} />}
      <RemoveDialog
        id={isRemoving ? rule.id : null}
        operation={removeEvaluationRule}
        title={t("removeTitle", { name: rule.name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/evaluation-rules", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function State({ rule }: { readonly rule: Rule }) {
  const t = useRulesText();
  const mayWrite = usePermission("write");
  const formats = useFormats();
  const today = todayOf(rule.days);
  const costPerJudgment = costPerJudgmentOf(rule.days);
  return (
    <section aria-label={t("state")}>
      <Facts
        facts={[
          { label: t("evaluatorName"), value: <EvaluatorLink version={rule.evaluatorVersion} /> },
          { label: t("queued"), value: formats.number(rule.queuedCount) },
          { label: t("lag"), value: formats.duration(rule.lagSeconds) },
          { label: t("failed"), value: formats.number(rule.failedCount) },
          { label: t("judgedToday"), value: formats.number(today?.judged ?? 0) },
          { label: t("spentToday"), value: <RuleSpending version={rule.evaluatorVersion} day={today} /> },
          ...(costPerJudgment === null ? [] : [{ label: t("costPerJudgment"), value: formats.cost(costPerJudgment) }]),
          ...(rule.dailySpendLimit === null ? [] : [{ label: t("limit"), value: formats.cost(rule.dailySpendLimit) }]),
          { label: t("sampleRate"), value: formats.percent(rule.sampleRate) },
        ]}
      />
      {rule.pauseReason && (
        <p role="status">
          <VisibleText text={t("paused", { reason: rule.pauseReason })} />
        </p>
      )}
      <DriftNote versionId={rule.evaluatorVersionId} />
      {rule.isBackfilling && <p role="status">{t("backfilling")}</p>}
      {mayWrite && rule.mode !== "ON" && <p className={styles.muted}>{t("needsOn")}</p>}
    </section>
  );
}

function Settings({ rule }: { readonly rule: Rule }) {
  const t = useRulesText();
  const toast = useToast();
  const change = useChange(changeEvaluationRule);
  const { evaluatorVersion: version, target } = rule;
  const label = version === null ? t("deleted") : t("version", { name: version.scoreName, number: version.number });
  if (target === "EXPERIMENT_ITEM") return null;
  return (
    <RuleForm
      key={JSON.stringify(draftOf(rule))}
      initial={draftOf(rule)}
      stored={{ id: rule.evaluatorVersionId, label, target }}
      action={t("save")}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(input) =>
        change.mutate({ id: rule.id, rule: input }, { onSuccess: () => toast({ text: t("saved") }) })
      }
    />
  );
}

function Failures({ rule: { id, failures } }: { readonly rule: Rule }) {
  const t = useRulesText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const retry = useChange(retryRule);
  const columns = [
    { key: "record", label: t("record") },
    { key: "message", label: t("message") },
    { key: "attempts", label: t("attempts"), isNumber: true },
    { key: "when", label: t("when") },
  ];
  return (
    <section className={styles.part}>
      <h2>{t("failures")}</h2>
      <Table label={t("failures")} columns={columns}>
        {failures.map(({ targetId, target, message, attempts, failedAt }) => (
          <tr key={targetId}>
            <td>
              <EvaluatedRecordLink target={target} />
            </td>
            <td>
              <VisibleText text={message} />
            </td>
            <td data-number>{formats.number(attempts)}</td>
            <td data-time>{formats.relativeTime(failedAt)}</td>
          </tr>
        ))}
      </Table>
      <DialogError error={retry.error} />
      {mayWrite && (
        <div className={styles.actions}>
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ id })}>
            {t("retry")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Days({ rule: { days, evaluatorVersion } }: { readonly rule: Rule }) {
  const t = useRulesText();
  const formats = useFormats();
  const columns = [
    { key: "day", label: t("day") },
    { key: "judged", label: t("judged"), isNumber: true },
    { key: "superseded", label: t("superseded"), isNumber: true },
    { key: "wouldJudge", label: t("wouldJudge"), isNumber: true },
    { key: "spent", label: t("spent"), isNumber: true },
  ];
  return (
    <section className={styles.part}>
      <h2>{t("days")}</h2>
      {days.length === 0 && <p className={styles.muted}>{t("noDays")}</p>}
      {days.length > 0 && (
        <>
          <Table label={t("days")} columns={columns} isStacked>
            {days.map((day) => (
              <tr key={day.day}>
                {/* A day in UTC, formatted without a conversion to local time. */}
                <td data-label={t("day")}>{formats.date(day.day.slice(0, 10).concat("T12:00"))}</td>
                <td data-label={t("judged")} data-number>
                  {formats.number(day.judged)}
                </td>
                <td data-label={t("superseded")} data-number>
                  {formats.number(day.superseded)}
                </td>
                <td data-label={t("wouldJudge")} data-number>
                  {formats.number(day.wouldJudge)}
                </td>
                <td data-label={t("spent")} data-number>
                  <RuleSpending version={evaluatorVersion} day={day} />
                </td>
              </tr>
            ))}
          </Table>
          <p className={styles.muted}>{t("supersededHint")}</p>
        </>
      )}
    </section>
  );
}
