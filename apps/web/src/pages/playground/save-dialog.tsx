import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { addPrompt, addPromptVersion, promptDetail, promptList, promptVersionDetail } from "../../generated/prompts.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { versionText } from "../prompts/version-text.ts";
import type { ColumnSource } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import type { PromptContent } from "./column/prompt-content.ts";

/** Shows the changes of a playground column, and saves the column as a prompt version. Creates the prompt if needed. */
export function SaveDialog({
  source,
  content,
  isValid,
  onSaved,
  onClose,
}: {
  readonly source: ColumnSource | null;
  readonly content: PromptContent;
  readonly isValid: boolean;
  readonly onSaved: (version: Omit<ColumnSource, "messages">) => void;
  readonly onClose: () => void;
}) {
  const t = usePlaygroundText();
  const ui = useUiText();
  const navigate = useNavigate({ from: "/projects/$projectId/playground" });
  const listId = useId();
  const [name, setName] = useState(source?.name ?? "");
  const [note, setNote] = useState("");
  const asked = useDebounced(name.trim(), 300);
  const prompts = useOperation(promptList, { after: null, filters: [] });
  const prompt = useOperation(promptDetail, { name: asked }, { enabled: asked !== "" });
  const lineage = prompt.data?.promptLineage ?? null;
  const latest = lineage?.latestVersion ?? null;
  const base = source !== null && source.name === lineage?.name ? (source.version ?? latest) : latest;
  const loaded = useOperation(
    promptVersionDetail,
    { name: asked, version: base ?? 0 },
    { enabled: lineage !== null && base !== null },
  );
  const version = base === null ? null : (loaded.data?.promptVersion ?? null);
  const create = useChange(addPrompt);
  const add = useChange(addPromptVersion);
  const isKnown =
    asked === name.trim() && asked !== "" && prompt.data !== undefined && (base === null || version !== null);
  const isBusy = create.isPending || add.isPending;
  const before = version ? versionText(version) : "";
  const after = versionText(content);
  const isUnchanged = version !== null && before === after;
  const canSave = isKnown && isValid && !isUnchanged;

  const save = async (): Promise<void> => {
    const lineageId =
      lineage?.id ?? (await create.mutateAsync({ name: asked, description: null })).createPromptLineage?.id;
    if (lineageId === undefined) return;
    const { createPromptVersion: stored } = await add.mutateAsync({
      lineageId,
      versionDesc: note.trim() || null,
      ...content,
    });
    if (!stored) return;
    onSaved({ promptId: stored.id, name: asked, version: stored.version });
    await navigate({
      to: "/projects/$projectId/prompts/$name",
      params: (params) => ({ ...params, name: asked }),
      search: { version: stored.version },
    });
  };
  return (
    <Dialog title={t("save")} isOpen isWide onClose={onClose}>
      <Form onSubmit={() => void (canSave && save().catch(() => undefined))}>
        <TextField
          label={t("prompt")}
          hint={isKnown ? (lineage ? t("savesVersion") : t("createsPrompt")) : t("promptHint")}
          list={listId}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <datalist id={listId}>
          {prompts.data?.promptLineages.edges.map(({ node }) => (
            <option key={node.id} value={node.name} />
          ))}
        </datalist>
        <TextField label={t("note")} value={note} onChange={({ target }) => setNote(target.value)} />
        {!isValid && <p role="alert">{t("problem")}</p>}
        {isUnchanged && <p>{t("unchanged", { version: version.version })}</p>}
        {isKnown && !isUnchanged && (
          <DiffView
            label={version ? t("difference", { version: version.version }) : t("firstVersion")}
            before={before}
            after={after}
            layout="unified"
          />
        )}
        <DialogError error={create.error ?? add.error ?? prompt.error ?? loaded.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={!canSave || isBusy}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
