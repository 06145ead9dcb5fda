import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import { shareOf } from "./rollout-shares.ts";

/** Labels of a version, whether it is the champion, and its share of the rollout. */
export function VersionBadges({ lineage, version }: { readonly lineage: PromptLineage; readonly version: number }) {
  const t = usePromptsText();
  const formats = useFormats();
  const { labels, championVersion, rollouts } = lineage;
  const share = shareOf(rollouts, version);
  return (
    <>
      {labels
        .filter((label) => label.version === version)
        .map((label) => (
          <Badge key={label.name} tone="accent">
            {label.name}
          </Badge>
        ))}
      {version === championVersion && <Badge tone="accent">{t("champion")}</Badge>}
      {share > 0 && <Badge>{t("rolloutOf", { share: formats.percent(share / 100) })}</Badge>}
    </>
  );
}
