import { useFormats } from "../../messages/formats.ts";
import { useDashboardText } from "./messages.ts";
import type { ScoreScale } from "./score-scales.ts";

export function useScaleText(): (scale: ScoreScale) => string {
  const t = useDashboardText();
  const formats = useFormats();
  return ({ kind, bounds }) => {
    if (kind === "rate") return t("scaleRate");
    if (bounds === null) return t("scaleUnknown");
    return t("scaleOf", { low: formats.number(bounds[0]), high: formats.number(bounds[1]) });
  };
}
