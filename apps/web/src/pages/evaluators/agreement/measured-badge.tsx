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

/**
 * Marks a judge without enough recent human labels. Shows nothing for other judges, or for evaluators without a model.
 */
export function UnmeasuredBadge({ measured }: { readonly measured: Measured | null | undefined }) {
  return measured == null || measured === "MEASURED" ? null : <MeasuredBadge measured={measured} />;
}
