import { X } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange } from "../../api/use-request.ts";
import { changeRollout } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField } from "../../ui/field.tsx";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { percentages, type VersionWeight, withShare } from "./rollout-shares.ts";

/** A slider for the share of each version. The shares add up to 100%. */
export function RolloutPanel({ lineage }: { readonly lineage: PromptLineage }) {
  const t = usePromptsText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const [weights, setWeights] = useState<readonly VersionWeight[]>(lineage.rollouts);
  const change = useChange(changeRollout);
  const shares = percentages(weights);
  const others = lineage.versions.filter(({ version }) => !weights.some((weight) => weight.version === version));
  const isChanged = JSON.stringify(weights) !== JSON.stringify(lineage.rollouts);
  const hasWeight = weights.some(({ rollout }) => rollout > 0);
  const refusal =
    change.data?.updatePromptLineageRollout?.ok === false
      ? new Error(change.data.updatePromptLineageRollout.message ?? t("refused"))
      : null;
  const save = (): void => {
    // Stores the displayed percentages instead of the exact weights.
    const rollouts = weights.map(({ version }, index) => ({ version, rollout: shares[index] ?? 0 }));
    change.mutate({ name: lineage.name, rollouts });
  };

  return (
    <>
      <p className={styles.muted}>{t("rolloutAbout")}</p>
      <div className={styles.sliders}>
        {weights.map(({ version }, index) => (
          <div key={version} className={styles.slider}>
            <span>{t("versionShort", { version })}</span>
            <input
              type="range"
              min={0}
              max={100}
              step={1}
              aria-label={t("weightOf", { version })}
              aria-valuetext={formats.percent((shares[index] ?? 0) / 100)}
              disabled={!mayWrite || weights.length === 1}
              value={shares[index]}
              onChange={({ target }) => setWeights(withShare(weights, version, Number(target.value)))}
            />
            <output className={styles.share}>{formats.percent((shares[index] ?? 0) / 100)}</output>
            {mayWrite && (
              <IconButton
                size="small"
                label={t("leaveOut", { version })}
                disabled={weights.length === 1}
                onClick={() => setWeights(weights.filter((weight) => weight.version !== version))}
              >
                <X size={14} />
              </IconButton>
            )}
          </div>
        ))}
        {mayWrite && others.length > 0 && (
          <SelectField
            label={t("addVersion")}
            value=""
            onChange={(value) =>
              setWeights(
                [...weights, { version: Number(value), rollout: weights.length === 0 ? 100 : 0 }].toSorted(
                  (one, other) => one.version - other.version,
                ),
              )
            }
            options={[
              { value: "", label: t("selectVersion") },
              ...others.map(({ version }) => ({ value: String(version), label: t("version", { version }) })),
            ]}
          />
        )}
      </div>
      {!hasWeight && <p role="alert">{t("noWeight")}</p>}
      <DialogError error={change.error ?? refusal} />
      {mayWrite && (
        <div className={styles.actions}>
          <Button look="primary" disabled={!isChanged || !hasWeight || change.isPending} onClick={save}>
            {t("save")}
          </Button>
        </div>
      )}
    </>
  );
}
