import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plainPreview } from "../../../json/plain-json.ts";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { DiffView } from "../../../ui/diff-view.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { type ComparedFacts, StepDifferences } from "../compare/step-differences.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { readPreviews } from "../payloads/preview.ts";
import { usePayload, useRetry } from "../payloads/use-payload.ts";
import { useThreadPage } from "../thread-context.ts";
import { type DiffLayout, diffLayouts, firstLayout, type Part, parts } from "./comparable-part.ts";
import { comparableText, valueOf } from "./comparable-text.ts";
import { Choice } from "./choice.tsx";
import styles from "./compare-dialog.module.css";
import { recentSteps } from "./recent-steps.ts";

/** Maximum number of choices with a preview. A request returns at most this number of steps. */
const maxPreviews = 100;
const maxPreviewLength = 60;

export function CompareDialog({ payload, onClose }: { readonly payload: Payload; readonly onClose: () => void }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, listSteps, usageOf } = useThreadPage();
  // The most similar step is selected initially. The choices are in the order of time, as in the thread.
  const [[near, recent]] = useState(() => {
    const steps = listSteps(payload.id);
    const known = new Set([payload.id, ...steps.map(({ id }) => id)]);
    return [steps, recentSteps(projectId).filter(({ id }) => !known.has(id))] as const;
  });
  const ids = [...near, ...recent].map(({ id }) => id);
  const previews = useQuery({
    queryKey: [projectId, "choice-previews", ids],
    queryFn: () => readPreviews(projectId, ids.slice(0, maxPreviews)),
    enabled: ids.length > 0,
  });
  const choice = (id: string, name: string): { readonly value: string; readonly label: string } => {
    const { inputPreview = null, outputPreview = null } = previews.data?.find((each) => each.id === id) ?? {};
    const preview = plainPreview(outputPreview ?? inputPreview ?? "").slice(0, maxPreviewLength);
    return { value: id, label: visibleString(preview === "" ? name : t("stepWithPreview", { name, preview })) };
  };
  const choices = [
    ...near
      .toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0))
      .map(({ id, name, from }) =>
        choice(id, from === null ? name : t("stepAt", { name, time: formats.timeOfDay(from) })),
      ),
    ...recent.map(({ id, name }) => choice(id, t("otherThread", { name }))),
  ];
  const nameAt = (step: Payload): string =>
    step.startTime === null
      ? nameOf(step)
      : t("stepAt", { name: nameOf(step), time: formats.dateTime(step.startTime) });
  const [otherId, setOtherId] = useState(ids[0] ?? null);
  const [part, setPart] = useState<Part>("input");
  const [layout, setLayout] = useState<DiffLayout>(firstLayout);
  const other = usePayload(otherId);
  const retry = useRetry();
  return (
    <Dialog title={t("compareTitle")} isWide isOpen onClose={onClose}>
      {otherId === null ? (
        <EmptyState title={t("nothingToCompare")} />
      ) : (
        <>
          <div className={styles.tools}>
            <SelectField
              label={t("compareWith")}
              hint={t("compareHint")}
              value={otherId}
              onChange={setOtherId}
              options={choices}
            />
            <Choice label={t("comparePart")} names={parts} value={part} text={(name) => t(name)} onChange={setPart} />
            <Choice
              label={t("layout")}
              names={diffLayouts}
              value={layout}
              text={(name) => t(name)}
              onChange={setLayout}
            />
          </div>
          {other === undefined && <LoadingState />}
          {other === "missing" && <EmptyState title={t("stepGone")} />}
          {other instanceof Error && <ErrorState error={other} onRetry={() => retry(otherId)} />}
          {typeof other === "object" && !(other instanceof Error) && (
            <>
              <StepDifferences {...compare(other, payload, usageOf)} />
              <div className={styles.sides} data-layout={layout}>
                <Side sign="−" text={t("chosenStep", { name: nameAt(other) })} />
                <Side sign="+" text={t("openStep", { name: nameAt(payload) })} />
              </div>
              <DiffView
                label={t("differences", { before: nameOf(other), after: nameOf(payload) })}
                before={comparableText(valueOf(other, part))}
                after={comparableText(valueOf(payload, part))}
                layout={layout}
              />
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

/** Names the step on one side of the differences, with the sign of its lines. */
function Side({ sign, text }: { readonly sign: string; readonly text: string }) {
  return (
    <p>
      {sign} <VisibleText text={text} />
    </p>
  );
}

type UsageOf = ReturnType<typeof useThreadPage>["usageOf"];

/**
 * Compares the usage of two steps, including their descendants. For a step of another thread, only its own usage is
 * known.
 */
function compare(
  before: Payload,
  after: Payload,
  usageOf: UsageOf,
): { readonly before: ComparedFacts; readonly after: ComparedFacts } {
  const [old, fresh] = [usageOf(before.id), usageOf(after.id)];
  const areKnown = old !== null && fresh !== null;
  return { before: factsOf(before, areKnown ? old : null), after: factsOf(after, areKnown ? fresh : null) };
}

function factsOf({ startTime, endTime, generation, error }: Payload, usage: ReturnType<UsageOf>): ComparedFacts {
  const elapsed = startTime === null || endTime === null ? null : (Date.parse(endTime) - Date.parse(startTime)) / 1000;
  return {
    model: generation?.model ?? null,
    duration: elapsed ?? generation?.duration ?? null,
    tokens: usage?.tokens ?? generation?.tokenCount ?? null,
    cost: usage?.cost ?? generation?.costDetails?.total ?? null,
    error: error ?? generation?.error ?? null,
  };
}

function nameOf({ name, type }: Payload): string {
  return name ?? type;
}
