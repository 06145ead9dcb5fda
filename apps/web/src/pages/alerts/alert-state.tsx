import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { Badge } from "../../ui/badge.tsx";
import { useAlertsText } from "./messages.ts";

const tones = { OK: "success", PENDING: "warning", FIRING: "danger", NO_DATA: "neutral" } as const;

/** Badge of an alert's state. An alert that is off has no state. */
export function AlertState({
  state,
  isOn = true,
}: {
  readonly state: AlertFieldsFragment["state"];
  readonly isOn?: boolean;
}) {
  const t = useAlertsText();
  return isOn ? <Badge tone={tones[state]}>{t(state)}</Badge> : <Badge>{t("off")}</Badge>;
}
