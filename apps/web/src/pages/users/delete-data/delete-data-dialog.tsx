import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useProjectId } from "../../../api/project-id.ts";
import { saveFile } from "../../../csv/save-file.ts";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { addCounts, deleteData, type DeletedCounts, deletedKinds, nothingDeleted } from "./delete-data.ts";
import { useDeleteDataText } from "./messages.ts";
import styles from "./delete-data.module.css";

interface User {
  readonly id: string;
  readonly identifier: string;
}

/** Deletes all data of a user. The viewer must type the user's identifier first. Shows what was deleted. */
export function DeleteDataDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useDeleteDataText();
  const ui = useUiText();
  const formats = useFormats();
  const projectId = useProjectId();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [deleted, setDeleted] = useState(nothingDeleted);
  const [startedAt, setStartedAt] = useState<string | null>(null);
  const deletion = useMutation({
    mutationFn: () => deleteData(projectId, user, (part) => setDeleted((before) => addCounts(before, part))),
    onMutate: () => setStartedAt((before) => before ?? new Date().toISOString()),
    onSettled: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
  const identifier = visibleString(user.identifier);
  if (deletion.isSuccess) {
    return <Report user={user} deleted={deleted} startedAt={startedAt ?? ""} onClose={onClose} />;
  }
  const isMeant = typed === user.identifier;
  const { isPending } = deletion;
  return (
    <Dialog title={t("title", { identifier })} isOpen onClose={() => !isPending && onClose()}>
      <Form onSubmit={() => isMeant && !isPending && deletion.mutate()}>
        <p>{t("about")}</p>
        <p className={styles.muted}>{t("noUndo")}</p>
        <TextField
          label={t("typeIdentifier", { identifier })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          readOnly={startedAt !== null}
          onChange={(event) => setTyped(event.target.value)}
        />
        {startedAt !== null && (
          <p role="status">
            {t("progress", { threads: formats.number(deleted.threads), steps: formats.number(deleted.steps) })}
          </p>
        )}
        <DialogError error={deletion.error} />
        <DialogActions>
          <Button disabled={isPending} onClick={onClose}>
            {ui("cancel")}
          </Button>
          <Button type="submit" look="danger" disabled={!isMeant || isPending}>
            {deletion.isError ? t("continue") : t("action")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const kept = ["keptIds", "keptAudit", "keptCopies", "keptBackups"] as const;

function Report({
  user,
  deleted,
  startedAt,
  onClose,
}: {
  readonly user: User;
  readonly deleted: DeletedCounts;
  readonly startedAt: string;
  readonly onClose: () => void;
}) {
  const t = useDeleteDataText();
  const formats = useFormats();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const [completedAt] = useState(() => new Date().toISOString());
  const close = (): void => {
    onClose();
    if (projectId !== null) void navigate({ to: "/projects/$projectId/users", params: { projectId } });
  };
  const save = (): void => {
    const report = {
      user: { id: user.id, identifier: user.identifier },
      projectId,
      startedAt,
      completedAt,
      deleted,
      kept: kept.map((key) => t(key)),
    };
    saveFile(`deletion-${user.id}.json`, `${JSON.stringify(report, null, 2)}\n`, "application/json");
  };
  return (
    <Dialog title={t("reportTitle", { identifier: visibleString(user.identifier) })} isOpen onClose={close}>
      <p role="status">{t("reportAbout", { time: formats.dateTime(completedAt) })}</p>
      <section className={styles.part}>
        <h3>{t("deleted")}</h3>
        <dl className={styles.counts}>
          <div>
            <dt>{t("users")}</dt>
            <dd>{formats.number(1)}</dd>
          </div>
          {deletedKinds.map((kind) => (
            <div key={kind}>
              <dt>{t(kind)}</dt>
              <dd>{formats.number(deleted[kind])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.part}>
        <h3>{t("kept")}</h3>
        <ul className={styles.kept}>
          {kept.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
      <DialogActions>
        <Button onClick={save}>{t("download")}</Button>
        <Button look="primary" onClick={close}>
          {t("close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
