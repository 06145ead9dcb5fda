import { useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { backfillRule, ruleEstimate } from "../../generated/evaluation-rules.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { LoadingText } from "../../ui/page-state.tsx";
import { useRulesText } from "./messages.ts";
import type { RuleInput } from "./rule-draft.ts";

const periods = ["1", "7", "30", "90"] as const;
const dayMs = 86_400_000;

export function BackfillDialog({
  id,
  rule,
  onClose,
}: {
  readonly id: string;
  readonly rule: RuleInput;
  readonly onClose: () => void;
}) {
  const t = useRulesText();
  const ui = useUiText();
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  const [period, setPeriod] = useState<(typeof periods)[number]>("7");
  const from = new Date(now - Number(period) * dayMs).toISOString();
  const { data, error, refetch } = useOperation(ruleEstimate, { rule, from });
  const start = useChange(backfillRule);
  const estimate = data?.evaluationRuleEstimate;
  const texts = estimate && {
    count: estimate.judgmentCount,
    targets: formats.number(estimate.matchedCount),
    cost: formats.cost(estimate.cost),
  };
  return (
    <Dialog title={t("backfill")} isOpen onClose={onClose}>
      <Form onSubmit={() => start.mutate({ id, from }, { onSuccess: onClose })}>
        <p>{t("backfillAbout")}</p>
        <SelectField
          label={t("past")}
          options={periods.map((days) => ({ value: days, label: t(`past_${days}`) }))}
          value={period}
          onChange={(value) => setPeriod(periods.find((days) => days === value) ?? "7")}
        />
        {texts ? (
          <p role="status">
            {t(estimate.cost === null || estimate.cost === 0 ? "expected" : "expectedCost", texts)}
            {estimate.cost === null && ` ${t("noPrice")}`}
          </p>
        ) : (
          <LoadingText text={t("estimating")} error={error} onRetry={() => void refetch()} />
        )}
        <DialogError error={start.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={start.isPending || !texts}>
            {t("start")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
