import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { JsonValue } from "@threadline/schema/sdk";
import { useProjectId } from "../../api/project-id.ts";
import { parseJson, readableJson } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { classes } from "../../ui/classes.ts";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { MessageCard } from "../prompts/message-card.tsx";
import { useConnectionsText } from "../settings/connections/messages.ts";
import { TextPart } from "../thread/content/text-part.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { CallResult, Run } from "./run.ts";

/** Response to compare with: the recorded one, or that of the first column. */
export interface Baseline {
  readonly text: string;
  readonly isRecorded: boolean;
}

export function ColumnOutput({
  run,
  baseline,
  isJson,
  onContinue,
}: {
  readonly run: Run | undefined;
  /** Response to compare with; null for no comparison. */
  readonly baseline: Baseline | null;
  /** Whether the column has a response schema, so that the response is JSON. */
  readonly isJson: boolean;
  /** Called when the user continues the conversation with the response. The messages are appended to the column. */
  readonly onContinue: (messages: readonly JsonValue[]) => void;
}) {
  const t = usePlaygroundText();
  const connectionTexts = useConnectionsText();
  const heading = useRef<HTMLDivElement>(null);
  const isRunning = run?.state === "running";
  useEffect(() => {
    if (isRunning) heading.current?.scrollIntoView({ block: "nearest" });
  }, [isRunning]);
  if (!run) return null;
  const { state, text, result, error } = run;
  const shown = isJson && state === "done" ? readableJson(parseJson(text).value ?? text) : text;
  const given = baseline?.text ?? null;
  const before = given !== null && isJson ? readableJson(parseJson(given).value ?? given) : given;
  const messages = result && Array.isArray(result.messages) ? result.messages : [];
  // If the text of the response is shown, omits the last message, which contains the same text.
  const earlier = text === "" ? messages : messages.slice(0, -1);
  const problem = result?.message ?? error ?? (state === "failed" ? t("brokeOff") : null);
  return (
    <section className={styles.output} aria-label={t("response")} aria-busy={isRunning}>
      <div ref={heading} className={classes(styles.head, styles.start)}>
        <h3>{t("response")}</h3>
        <span role="status" className={styles.muted}>
          {t(state)}
        </span>
        {shown !== "" && <CopyButton text={shown} label={t("copyResponse")} />}
      </div>
      {problem !== null && (
        <p className={styles.error} role="alert">
          {result?.problem && <strong>{connectionTexts(`problem_${result.problem}`)}. </strong>}
          <VisibleText text={problem} />
        </p>
      )}
      {earlier.map((message, index) => (
        // Messages have no id, so the index is the key.
        <MessageCard key={index} message={message} show={(part) => <TextPart text={part} />} />
      ))}
      {(shown !== "" || isRunning) && (
        <div className={styles.response}>
          {before !== null && before !== shown ? (
            <div className={styles.text}>
              <InlineDiff before={before} after={shown} />
            </div>
          ) : isJson ? (
            <div className={styles.text}>
              <VisibleText text={shown} />
            </div>
          ) : (
            <TextPart text={shown} />
          )}
        </div>
      )}
      {before !== null && before === shown && (
        <p className={styles.muted}>{t(baseline?.isRecorded ? "sameAsRecorded" : "same")}</p>
      )}
      {result && <Figures result={result} />}
      {state === "done" && messages.length > 0 && (
        <div>
          <Button size="small" onClick={() => onContinue(messages)}>
            {t("continue")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Figures({ result }: { readonly result: CallResult }) {
  const t = usePlaygroundText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const { inputTokenCount: input, outputTokenCount: output, cost, ttFirstToken, durationMs, stepIds, problem } = result;
  if (stepIds.length === 0) return null;
  const figures = [
    ["inputTokens", formats.number(input)],
    ["outputTokens", formats.number(output)],
    // A failed call may cost something. Without a cost, it is unknown.
    ["cost", formats.cost(problem !== null && cost === 0 ? null : cost)],
    ["ttFirstToken", formats.duration(ttFirstToken === null ? null : ttFirstToken / 1_000)],
    ["latency", formats.duration(durationMs / 1_000)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {result.finishReason !== null && result.finishReason !== "stop" && (
        <div>
          <dt>{t("finishReason")}</dt>
          <dd>
            <VisibleText text={result.finishReason} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("recordedAs")}</dt>
        <dd className={styles.steps}>
          {stepIds.map((id, index) => (
            <Link key={id} {...stepTarget({ id, threadId: null, rootRunId: null }, projectId)}>
              {t("step", { number: index + 1 })}
            </Link>
          ))}
        </dd>
      </div>
    </dl>
  );
}
