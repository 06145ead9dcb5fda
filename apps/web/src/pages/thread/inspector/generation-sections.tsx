import { useInspectorText } from "./messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { PayloadSection } from "./payload-section.tsx";

/** Input and output of a model call. */
export function GenerationSections({ generation }: { readonly generation: Payload["generation"] }) {
  const t = useInspectorText();
  if (!generation) return null;
  const given = generation.messages ?? generation.prompt;
  const answer = generation.messageCompletion ?? generation.completion;
  return (
    <>
      {given !== null && given !== undefined && (
        <PayloadSection title={t("modelInput")} place="messages" value={given} />
      )}
      {answer !== null && answer !== undefined && (
        <PayloadSection title={t("modelOutput")} place="completion" value={answer} />
      )}
    </>
  );
}
