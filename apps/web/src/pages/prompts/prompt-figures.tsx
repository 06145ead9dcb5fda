import { useQuery } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { promptVersionStatistics } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { usePromptsText } from "./messages.ts";
import styles from "./prompts-page.module.css";
import { versionScoresOptions } from "./version-scores.ts";

const days = 30;

/** Table cells with the latency, cost and scores of a prompt's generations in the last 30 days. */
export function PromptFigures({ name, isUsed }: { readonly name: string; readonly isUsed: boolean }) {
  const t = usePromptsText();
  const formats = useFormats();
  const projectId = useProjectId();
  const from = useDaysAgo(days);
  const filters = [
    { field: "promptLineage", operator: "eq" as const, value: name },
    { field: "createdAt", operator: "gte" as const, value: from },
  ];
  const { data } = useOperation(promptVersionStatistics, { filters }, { enabled: isUsed });
  const scores = useQuery({ ...versionScoresOptions(projectId, filters), enabled: isUsed });
  const figures = data?.statistics;
  return (
    <>
      <td data-label={t("latency")} data-number>
        {formats.duration(figures?.latencyP50)} / {formats.duration(figures?.latencyP95)}
      </td>
      <td data-label={t("cost")} data-number>
        {formats.cost(figures?.cost)}
      </td>
      <td data-label={t("scores")}>
        <span className={styles.scores}>
          {scores.data?.map(({ name: score, count, average }) => (
            <Badge key={score} title={t("scoreCount", { count })}>
              <VisibleText text={score} /> {formats.number(average)}
            </Badge>
          ))}
        </span>
      </td>
    </>
  );
}
