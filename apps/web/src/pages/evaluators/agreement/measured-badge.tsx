import type { JudgeAgreementQuery } from "../../../generated/agreement.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useMeasuredText } from "./measured-messages.ts";

type Measured = NonNullable<JudgeAgreementQuery["calibration"]>["measured"];

const tones = { MEASURED: "success", NOT_MEASURED: "warning", OUT_OF_DATE: "warning" } as const;

export function MeasuredBadge({ measured }: { readonly measured: Measured }) {
  const t = useMeasuredText();
  const hints = { MEASURED: undefined, NOT_MEASURED: t("unmeasuredHint"), OUT_OF_DATE: t("outdatedHint") };
  return (
    <Badge tone={tones[measured]} title={hints[measured]}>
      {t(measured)}
    </Badge>
  );
}

/** Warns that a judge lacks recent human labels. Shows nothing if it has them, or if the evaluator uses no model. */
export function UnmeasuredBadge({ measured }: { readonly measured: Measured | null | undefined }) {
  return measured == null || measured === "MEASURED" ? null : <MeasuredBadge measured={measured} />;
}
