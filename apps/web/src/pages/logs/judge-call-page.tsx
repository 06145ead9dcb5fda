import { EmptyState } from "../../ui/page-state.tsx";
import { useJudgeCallText } from "./judge-call-messages.ts";

/** Shown if the call of a judge is not found. Otherwise, the route redirects to the call. */
export function JudgeCallPage() {
  const t = useJudgeCallText();
  return <EmptyState isPage title={t("missing")} />;
}
