import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addPromptVersion } from "../../generated/prompts.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { versionText } from "../prompts/version-text.ts";
import type { LoadedVersion } from "./loaded-version.ts";
import { usePlaygroundText } from "./messages.ts";
import type { PromptContent } from "./prompt-draft.ts";

/** Shows the changes and stores the draft as a new version. */
export function SaveDialog({
  lineageId,
  name,
  version,
  content,
  onClose,
}: {
  readonly lineageId: string;
  readonly name: string;
  readonly version: LoadedVersion | null;
  readonly content: PromptContent;
  readonly onClose: () => void;
}) {
  const t = usePlaygroundText();
  const ui = useUiText();
  const navigate = useNavigate({ from: "/projects/$projectId/playground" });
  const [note, setNote] = useState("");
  const add = useChange(addPromptVersion);
  const before = version ? versionText(version) : "";
  const after = versionText(content);
  const save = (): void =>
    add.mutate(
      { lineageId, versionDesc: note.trim() || null, ...content },
      {
        onSuccess: ({ createPromptVersion: stored }) =>
          stored &&
          void navigate({
            to: "/projects/$projectId/prompts/$name",
            params: (params) => ({ ...params, name }),
            search: { version: stored.version },
          }),
      },
    );
  return (
    <Dialog title={t("saveTitle", { name })} isOpen isWide onClose={onClose}>
      <Form onSubmit={save}>
        <TextField label={t("note")} value={note} onChange={({ target }) => setNote(target.value)} />
        {version && before === after && <p>{t("unchanged", { version: version.version })}</p>}
        {version && before !== after && (
          <DiffView
            label={t("difference", { version: version.version })}
            before={before}
            after={after}
            layout="unified"
          />
        )}
        <DialogError error={add.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
