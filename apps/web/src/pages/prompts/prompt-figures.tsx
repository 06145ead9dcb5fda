import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { withoutExperiments } from "./generations-of.ts";
import { usePromptsText } from "./messages.ts";
import styles from "./prompts-page.module.css";
import { type GenerationFigures, useGenerationFigures } from "./use-generation-figures.ts";

const days = 30;

/**
 * Reads latency, cost and scores of the prompts' generations in the last 30 days, without experiments. Returns them by
 * prompt name.
 */
export function usePromptFigures(names: readonly string[]): ReadonlyMap<string, GenerationFigures> {
  const from = useDaysAgo(days);
  const lists = names.map((name) => [
    { field: "promptLineage", operator: "eq" as const, value: name },
    { field: "createdAt", operator: "gte" as const, value: from },
    withoutExperiments,
  ]);
  const { data } = useGenerationFigures(lists);
  return new Map(names.flatMap((name, index) => (data[index] ? [[name, data[index]]] : [])));
}

export function PromptFigures({ figures }: { readonly figures: GenerationFigures | undefined }) {
  const t = usePromptsText();
  const formats = useFormats();
  const { statistics, scores = [] } = figures ?? {};
  return (
    <>
      <td data-label={t("latency")} data-number data-wide>
        {formats.duration(statistics?.latencyP50)} / {formats.duration(statistics?.latencyP95)}
      </td>
      <td data-label={t("cost")} data-number>
        {formats.cost(statistics?.cost)}
      </td>
      <td data-label={t("scores")}>
        <span className={styles.scores}>
          {scores.map(({ name, count, average }) => (
            <Badge key={name} title={t("scoreCount", { count })}>
              <VisibleText text={name} /> {formats.number(average)}
            </Badge>
          ))}
        </span>
      </td>
    </>
  );
}
