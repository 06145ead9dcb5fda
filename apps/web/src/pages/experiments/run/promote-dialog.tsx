import { useState } from "react";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { changePromptLabel, promoteVersion, promptDetail } from "../../../generated/prompts.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { LoadingState } from "../../../ui/page-state.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { usualLabels } from "../../prompts/usual-labels.ts";
import { useRunText } from "./messages.ts";
import styles from "./run.module.css";

/**
 * Option value for the prompt's champion, which is the version with the whole rollout. The other option values start
 * with `label `, so they cannot equal this value.
 */
const champion = "champion";

/** Makes a prompt version the champion, or gives it a label such as `production`. */
export function PromoteDialog({
  name,
  version,
  onClose,
}: {
  readonly name: string;
  readonly version: number;
  readonly onClose: () => void;
}) {
  const t = useRunText();
  const ui = useUiText();
  const toast = useToast();
  const { data, error } = useOperation(promptDetail, { name });
  const setLabel = useChange(changePromptLabel);
  const promote = useChange(promoteVersion);
  const [chosen, setChosen] = useState<string>();
  const lineage = data?.promptLineage ?? null;
  const labels = [...new Set<string>([...usualLabels, ...(lineage?.labels ?? []).map((label) => label.name)])];
  const versions = new Map<string, number | null>([
    ...labels.map(
      (label) => [`label ${label}`, lineage?.labels.find((each) => each.name === label)?.version ?? null] as const,
    ),
    [champion, lineage?.championVersion ?? null],
  ]);
  // Suggests the champion if the prompt has a champion, but no version with the label `production`. Otherwise suggests
  // the label `production`.
  const isLabeled = (versions.get("label production") ?? null) !== null;
  const target = chosen ?? (isLabeled || (lineage?.championVersion ?? null) === null ? "label production" : champion);
  const current = versions.get(target) ?? null;
  const done = (): void => {
    toast({ text: t("promoted", { name, version }) });
    onClose();
  };
  const submit = (): void => {
    if (!lineage || current === version) return;
    if (target === champion) promote.mutate({ lineageId: lineage.id, version }, { onSuccess: done });
    else setLabel.mutate({ name, label: target.slice("label ".length), version }, { onSuccess: done });
  };
  return (
    <Dialog title={t("promoteOf", { name, version })} isOpen onClose={onClose}>
      {!data && !error ? (
        <LoadingState />
      ) : (
        <Form onSubmit={submit}>
          {data && lineage === null && <p>{t("missingPrompt")}</p>}
          {lineage && (
            <SelectField
              label={t("promoteTo")}
              value={target}
              options={[...versions.keys()].map((value) => ({
                value,
                label: value === champion ? t("champion") : t("label", { name: value.slice("label ".length) }),
              }))}
              hint={
                current === version ? t("isThere") : current === null ? undefined : t("moves", { version: current })
              }
              onChange={setChosen}
            />
          )}
          <p className={styles.muted}>{t(target === champion ? "championAbout" : "labelAbout")}</p>
          <DialogError error={error ?? setLabel.error ?? promote.error} />
          <DialogActions>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button
              type="submit"
              look="primary"
              disabled={lineage === null || current === version || setLabel.isPending || promote.isPending}
            >
              {t("promote")}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
