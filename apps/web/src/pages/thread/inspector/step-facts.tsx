import { Link } from "@tanstack/react-router";
import { useFormats } from "../../../messages/formats.ts";
import { useInspectorText } from "./messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { tokenUsage } from "../payloads/token-usage.ts";
import { useThreadPage } from "../thread-context.ts";
import { FactsList } from "./facts-list.tsx";
import { PromptLink } from "./prompt-link.tsx";
import { Section } from "./section.tsx";
import { receivedText } from "./received-text.ts";
import { usageFacts } from "./usage-facts.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

export function StepFacts({ payload }: { readonly payload: Payload }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, shareToken } = useThreadPage();
  const { generation, threadId } = payload;
  const cost = generation?.costDetails;
  return (
    <Section title={t("details")}>
      <FactsList
        facts={[
          [
            t("id"),
            <code key="id">
              <VisibleText text={payload.id} />
            </code>,
          ],
          [
            t("thread"),
            threadId !== null && shareToken === null && (
              <Link
                to="/projects/$projectId/logs/threads/$threadId"
                params={{ projectId, threadId }}
                search={{ currentStepId: payload.id }}
              >
                <VisibleText text={threadId} />
              </Link>
            ),
          ],
          [t("provider"), generation?.provider],
          [t("model"), generation?.model],
          [
            t("prompt"),
            generation?.promptId != null &&
              (shareToken === null ? (
                <PromptLink projectId={projectId} id={generation.promptId} />
              ) : (
                generation.promptId
              )),
          ],
          [t("began"), payload.startTime && formats.dateTime(payload.startTime)],
          [t("ended"), payload.endTime && formats.dateTime(payload.endTime)],
          [t("created"), payload.startTime === null && formats.dateTime(payload.createdAt)],
          [t("received"), receivedText(t, formats.dateTime(payload.receivedAt), payload)],
          [t("environment"), payload.environment],
          [t("apiKey"), payload.apiKey],
          ...usageFacts({
            t,
            formats,
            tokens: tokenUsage(generation),
            costs: cost,
            isEstimate: generation?.tokenCountEstimated,
          }),
          [t("allTokens"), generation?.tokenCount == null ? null : formats.number(generation.tokenCount)],
          [
            t("timeToFirstToken"),
            generation?.ttFirstToken == null ? null : formats.duration(generation.ttFirstToken / 1000),
          ],
          [
            t("throughput"),
            generation?.tokenThroughputInSeconds == null
              ? null
              : t("perSecond", { count: formats.number(generation.tokenThroughputInSeconds) }),
          ],
          [t("duration"), generation?.duration == null ? null : formats.duration(generation.duration)],
          [t("cost"), cost && formats.cost(cost.total)],
        ]}
      />
    </Section>
  );
}
