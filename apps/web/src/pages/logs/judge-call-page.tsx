import { EmptyState } from "../../ui/page-state.tsx";
import { useJudgeCallText } from "./judge-call-messages.ts";

export function JudgeCallPage() {
  const t = useJudgeCallText();
  return <EmptyState isPage title={t("missing")} />;
}
