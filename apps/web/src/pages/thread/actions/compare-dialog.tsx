import { useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { DiffView } from "../../../ui/diff-view.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { usePayload } from "../payloads/use-payload.ts";
import { useThreadPage } from "../thread-context.ts";
import { comparableText } from "./comparable-text.ts";
import styles from "./compare-dialog.module.css";
import { recentSteps } from "./recent-steps.ts";

const parts = ["input", "output"] as const;
type Part = (typeof parts)[number];
const layouts = ["split", "unified"] as const;
type Layout = (typeof layouts)[number];

/** Differences between the inputs or outputs of a step and another one, in lines and words. */
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
  // Two columns need enough width.
  const [layout, setLayout] = useState<Layout>(() => (matchMedia("(width < 56rem)").matches ? "unified" : "split"));
  const other = usePayload(otherId);
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
            <Choice label={t("layout")} names={layouts} value={layout} text={(name) => t(name)} onChange={setLayout} />
          </div>
          {other === undefined && <LoadingState />}
          {other === "missing" && <EmptyState title={t("stepGone")} />}
          {other instanceof Error && <ErrorState error={other} />}
          {typeof other === "object" && !(other instanceof Error) && (
            <DiffView
              label={t("differences", { before: nameOf(other), after: nameOf(payload) })}
              before={partOf(other, part)}
              after={partOf(payload, part)}
              layout={layout}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function Choice<Name extends string>({
  label,
  names,
  value,
  text,
  onChange,
}: {
  readonly label: string;
  readonly names: readonly Name[];
  readonly value: Name;
  readonly text: (name: Name) => string;
  readonly onChange: (name: Name) => void;
}) {
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {names.map((name) => (
        <Button key={name} isPressed={name === value} onClick={() => onChange(name)}>
          {text(name)}
        </Button>
      ))}
    </div>
  );
}

function nameOf({ name, type }: Payload): string {
  return name ?? type;
}

/** Input or output of a step; of a model call, what its model received or returned. */
function partOf({ input, output, generation }: Payload, part: Part): string {
  return comparableText(
    part === "input"
      ? (generation?.messages ?? generation?.prompt ?? input ?? null)
      : (generation?.messageCompletion ?? generation?.completion ?? output ?? null),
  );
}
