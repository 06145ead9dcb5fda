import { useFormats } from "../../messages/formats.ts";
import { MenuItem } from "../../ui/menu.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useThreadText } from "./messages.ts";
import type { Outline } from "./outline/outline.ts";
import { usePreview } from "./payloads/use-payload.ts";
import { useThreadPage } from "./thread-context.ts";
import styles from "./thread-view.module.css";
import { StepIcon } from "./views/step-icon.tsx";

/** Maximum number of failed steps in the menu. More are reached by "Next error". */
const most = 50;

/** Menu items of a thread's failed steps, each with the first line of its error. */
export function FailedStepItems({ outline, onNext }: { readonly outline: Outline; readonly onNext: () => void }) {
  const t = useThreadText();
  const { select } = useThreadPage();
  const failed = outline.errorSteps;
  return (
    <>
      {failed.slice(0, most).map((step) => (
        <MenuItem key={outline.idOf(step)} onSelect={() => select(outline.idOf(step))}>
          <FailedStep outline={outline} step={step} />
        </MenuItem>
      ))}
      {failed.length > most && <MenuItem onSelect={onNext}>{t("nextError")}</MenuItem>}
    </>
  );
}

function FailedStep({ outline, step }: { readonly outline: Outline; readonly step: number }) {
  const formats = useFormats();
  const preview = usePreview(outline.idOf(step));
  const from = outline.fromOf(step);
  const error = typeof preview === "object" && !(preview instanceof Error) ? preview.errorLine : null;
  return (
    <>
      <StepIcon type={outline.typeOf(step)} />
      <span className={styles.failedStep}>
        <span className={styles.failedHead}>
          <span>
            <VisibleText text={outline.nameOf(step) ?? outline.typeOf(step)} />
          </span>
          {from !== null && <span>{formats.timeOfDay(outline.start + from)}</span>}
        </span>
        <span className={styles.failedError}>{error ? <VisibleText text={error} /> : " "}</span>
      </span>
    </>
  );
}
