import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { useEvaluatorsText } from "./messages.ts";
import { useDrift } from "./use-drift.ts";

export function DriftNote({ versionId }: { readonly versionId: string }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const drift = useDrift(versionId);
  if (!drift?.drifts) return null;
  const { before, after } = drift;
  return (
    <p role="status">
      <DriftBadge />{" "}
      {t("driftAbout", {
        after: formats.number(after.average),
        afterCount: formats.number(after.count),
        before: formats.number(before.average),
        beforeCount: formats.number(before.count),
      })}
    </p>
  );
}

export function DriftBadge() {
  const t = useEvaluatorsText();
  return (
    <Badge tone="warning" title={t("driftHint")}>
      {t("drifts")}
    </Badge>
  );
}
