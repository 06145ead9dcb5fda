import { useInspectorText } from "./messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { tokenUsage } from "../payloads/token-usage.ts";
import { MessagesSection } from "./messages-section.tsx";

export function GenerationSections({ payload: { id, generation } }: { readonly payload: Payload }) {
  const t = useInspectorText();
  if (!generation) return null;
  const given = generation.messages ?? generation.prompt;
  const answer = generation.messageCompletion ?? generation.completion;
  const reasoningTokens = tokenUsage(generation)?.reasoning ?? null;
  return (
    <>
      {given !== null && given !== undefined && (
        <MessagesSection stepId={id} title={t("modelInput")} place="messages" value={given} />
      )}
      {answer !== null && answer !== undefined && (
        <MessagesSection
          stepId={id}
          title={t("modelOutput")}
          place="completion"
          value={answer}
          reasoningTokens={reasoningTokens}
        />
      )}
    </>
  );
}
