import { Link } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { sourceStep } from "../../generated/datasets.ts";
import { isJsonObject, readableJson } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { JsonTree } from "../thread/content/json-tree.tsx";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";

export function SourceLink({ stepId }: { readonly stepId: string }) {
  const t = useDatasetsText();
  const projectId = useProjectId() ?? "";
  const { data } = useOperation(sourceStep, { id: stepId });
  if (!data) return null;
  if (!data.step) return <span className={styles.muted}>{t("sourceGone", { id: stepId })}</span>;
  const { id, name } = data.step;
  return <Link {...stepTarget(data.step, projectId)}>{t("openSource", { name: name ?? id })}</Link>;
}

/**
 * Shows the steps below the item's source step, with their inputs and outputs. The item stores copies of these steps.
 */
export function IntermediarySteps({ steps }: { readonly steps: readonly JsonValue[] }) {
  const t = useDatasetsText();
  const formats = useFormats();
  return (
    <section className={styles.steps} aria-label={t("steps")}>
      <h3>
        {t("steps")} ({formats.number(steps.length)})
      </h3>
      {steps.map((step, index) => {
        const { id, name, type } = isJsonObject(step) ? step : {};
        return (
          // Several steps may have the same id, so the key includes the index. The list of an item never changes, so
          // the index of a step stays the same.
          <details key={`${index} ${readableJson(id)}`}>
            <summary>
              <VisibleText text={readableJson(name) || readableJson(id) || String(index + 1)} />{" "}
              <span className={styles.muted}>
                <VisibleText text={readableJson(type)} />
              </span>
            </summary>
            <JsonTree value={step} />
          </details>
        );
      })}
    </section>
  );
}
