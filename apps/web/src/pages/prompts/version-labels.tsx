import { Tag, X } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange } from "../../api/use-request.ts";
import { changePromptLabel } from "../../generated/prompts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { usualLabels } from "./usual-labels.ts";

interface VersionLabelsProps {
  readonly lineage: PromptLineage;
  readonly version: number;
}

export function VersionLabels({ lineage, version }: VersionLabelsProps) {
  const t = usePromptsText();
  const mayWrite = usePermission("write");
  const [isAdding, setIsAdding] = useState(false);
  const remove = useChange(changePromptLabel);
  const labels = lineage.labels.filter((label) => label.version === version);
  if (labels.length === 0 && !mayWrite) return null;
  return (
    <>
      <ul className={styles.labels} aria-label={t("labels")}>
        {labels.map(({ name }) => (
          <li key={name} className={styles.label}>
            <Badge tone="accent">{name}</Badge>
            {mayWrite && (
              <IconButton
                size="small"
                label={t("removeLabel", { name })}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ name: lineage.name, label: name, version: null })}
              >
                <X size={14} />
              </IconButton>
            )}
          </li>
        ))}
        {mayWrite && (
          <li>
            <Button size="small" onClick={() => setIsAdding(true)}>
              <Tag size={14} aria-hidden />
              {t("addLabel")}
            </Button>
          </li>
        )}
      </ul>
      <DialogError error={remove.error} />
      {isAdding && <LabelDialog lineage={lineage} version={version} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function LabelDialog({ lineage, version, onClose }: VersionLabelsProps & { readonly onClose: () => void }) {
  const t = usePromptsText();
  const ui = useUiText();
  const [name, setName] = useState("");
  const set = useChange(changePromptLabel);
  const label = name.trim();
  const current = lineage.labels.find((each) => each.name === label);
  const others = lineage.labels.filter((each) => each.version !== version).map((each) => each.name);
  const offered = [...new Set<string>([...usualLabels, ...others])].filter(
    (each) => !lineage.labels.some((known) => known.name === each && known.version === version),
  );
  return (
    <Dialog title={t("addLabelTitle", { version })} isOpen onClose={onClose}>
      <Form onSubmit={() => set.mutate({ name: lineage.name, label, version }, { onSuccess: onClose })}>
        <p className={styles.muted}>{t("labelAbout")}</p>
        <TextField
          label={t("label")}
          value={name}
          maxLength={64}
          onChange={({ target }) => setName(target.value)}
          hint={
            current && current.version !== version
              ? t("labelMoves", { name: label, version: current.version })
              : undefined
          }
        />
        <div className={styles.actions}>
          {offered.map((each) => (
            <Button key={each} size="small" onClick={() => setName(each)}>
              {each}
            </Button>
          ))}
        </div>
        <DialogError error={set.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={label === "" || set.isPending}>
            {t("setLabel")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
