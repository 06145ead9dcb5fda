import { Link } from "@tanstack/react-router";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useJudgeCallText } from "./judge-call-messages.ts";

/**
 * Link to the model call with which a judge created a score. For an earlier judgment of this score, which a later one
 * has replaced, `until` is the time of the earlier judgment.
 */
export function JudgeCallLink({
  projectId,
  score: { id, name },
  until,
}: {
  readonly projectId: string;
  readonly score: { readonly id: string; readonly name: string };
  readonly until?: string | undefined;
}) {
  const t = useJudgeCallText();
  return (
    <Link
      to="/projects/$projectId/logs/scores/$scoreId/call"
      params={{ projectId, scoreId: id }}
      search={until === undefined ? {} : { until }}
      // Opening this link runs a search, so the link is not preloaded.
      preload={false}
      aria-label={visibleString(t("callOf", { name }))}
    >
      {t("call")}
    </Link>
  );
}
