import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { Badge } from "../../ui/badge.tsx";
import { useAlertsText } from "./messages.ts";

const tones = { OK: "success", PENDING: "warning", FIRING: "danger", NO_DATA: "neutral" } as const;

/** Badge of a state; of an alert that is off without one. */
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
