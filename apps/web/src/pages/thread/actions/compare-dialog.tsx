import { useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { DiffView } from "../../../ui/diff-view.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { usePayload, useRetry } from "../payloads/use-payload.ts";
import { useThreadPage } from "../thread-context.ts";
import { type DiffLayout, diffLayouts, firstLayout, type Part, parts } from "./comparable-part.ts";
import { comparableText, valueOf } from "./comparable-text.ts";
import { Choice } from "./choice.tsx";
import styles from "./compare-dialog.module.css";
import { recentSteps } from "./recent-steps.ts";

export function CompareDialog({ payload, onClose }: { readonly payload: Payload; readonly onClose: () => void }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, listSteps } = useThreadPage();
  const [choices] = useState(() => {
    const near = listSteps(payload.id).map(({ id, name, from }) => ({
      value: id,
      label: from === null ? name : t("stepAt", { name, time: formats.timeOfDay(from) }),
    }));
    const known = new Set([payload.id, ...near.map(({ value }) => value)]);
    const recent = recentSteps(projectId)
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ value: id, label: t("otherThread", { name }) }));
    return [...near, ...recent].map(({ value, label }) => ({ value, label: visibleString(label) }));
  });
  const [otherId, setOtherId] = useState(choices[0]?.value ?? null);
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
            <DiffView
              label={t("differences", { before: nameOf(other), after: nameOf(payload) })}
              before={comparableText(valueOf(other, part))}
              after={comparableText(valueOf(payload, part))}
              layout={layout}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function nameOf({ name, type }: Payload): string {
  return name ?? type;
}
