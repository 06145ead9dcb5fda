import { Link } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useFormats } from "../../../messages/formats.ts";
import { isObject } from "../content/chat-message.ts";
import { useInspectorText } from "./messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { useThreadPage } from "../thread-context.ts";
import { FactsList } from "./facts-list.tsx";
import { Section } from "./section.tsx";

/** Times, tokens, speed and cost of a step. */
export function StepFacts({ payload }: { readonly payload: Payload }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, isReadOnly } = useThreadPage();
  const { generation, threadId } = payload;
  const cost = generation?.costDetails;
  const estimated = generation?.tokenCountEstimated ? ` (${t("estimated")})` : "";
  const tokens = (count: number | null | undefined, note = "") =>
    count == null ? null : `${formats.number(count)}${note}`;
  return (
    <Section title={t("details")}>
      <FactsList
        facts={[
          [t("id"), <code key="id">{payload.id}</code>],
          [
            t("thread"),
            threadId !== null && !isReadOnly && (
              <Link
                to="/projects/$projectId/logs/threads/$threadId"
                params={{ projectId, threadId }}
                search={{ currentStepId: payload.id }}
              >
                {threadId}
              </Link>
            ),
          ],
          [t("provider"), generation?.provider],
          [t("model"), generation?.model],
          [t("prompt"), generation?.promptId],
          [t("began"), payload.startTime && formats.dateTime(payload.startTime)],
          [t("ended"), payload.endTime && formats.dateTime(payload.endTime)],
          [t("created"), formats.dateTime(payload.createdAt)],
          [t("environment"), payload.environment],
          [t("inputTokens"), tokens(generation?.inputTokenCount, estimated)],
          [t("cachedTokens"), tokens(tokensIn(generation?.metadata ?? null, "cached"))],
          [t("outputTokens"), tokens(generation?.outputTokenCount, estimated)],
          [t("reasoningTokens"), tokens(tokensIn(generation?.metadata ?? null, "reasoning"))],
          [t("allTokens"), tokens(generation?.tokenCount)],
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
          [
            t("cost"),
            cost &&
              `${formats.cost(cost.total)} (${t("costOf", { input: formats.cost(cost.input), output: formats.cost(cost.output) })})`,
          ],
        ]}
      />
    </Section>
  );
}

const usageKeys = {
  cached: [
    ["prompt_tokens_details", "cached_tokens"],
    ["input_tokens_details", "cached_tokens"],
    ["cache_read_input_tokens"],
    ["cachedInputTokens"],
  ],
  reasoning: [
    ["completion_tokens_details", "reasoning_tokens"],
    ["output_tokens_details", "reasoning_tokens"],
    ["reasoningTokens"],
  ],
} as const;

/** Tokens of a kind that the provider told in the usage which the metadata of a generation holds. */
function tokensIn(metadata: JsonValue, kind: keyof typeof usageKeys): number | null {
  if (!isObject(metadata)) return null;
  const usage = isObject(metadata["usage"]) ? metadata["usage"] : metadata;
  for (const path of usageKeys[kind]) {
    const value = path.reduce<JsonValue | undefined>((at, key) => (isObject(at) ? at[key] : undefined), usage);
    if (typeof value === "number") return value;
  }
  return null;
}
