import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { sessionOptions } from "../../api/session.ts";
import { removeProject } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useSettingsText } from "./messages.ts";
import styles from "./settings.module.css";

/** Form to delete the project. The user must type its name. */
export function DeleteProject({ project }: { readonly project: { readonly id: string; readonly name: string } }) {
  const t = useSettingsText();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.form}>
      <h2>{t("deleteProject")}</h2>
      <p className={styles.about}>{t("deleteProjectAbout")}</p>
      <div>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {t("deleteProject")}
        </Button>
      </div>
      {isAsking && <DeleteProjectDialog project={project} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function DeleteProjectDialog({
  project,
  onClose,
}: {
  readonly project: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const t = useSettingsText();
  const ui = useUiText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => request({ projectId: project.id, operation: removeProject, variables: { name: typed } }),
    // Running queries would fail once the project is deleted.
    onMutate: () => client.cancelQueries({ queryKey: [project.id] }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionOptions.queryKey });
      await navigate({ to: "/" });
      client.removeQueries({ queryKey: [project.id] });
    },
  });
  const isMeant = typed === project.name;
  return (
    <Dialog title={t("deleteProjectTitle", { name: project.name })} isOpen onClose={onClose}>
      <Form onSubmit={() => isMeant && remove.mutate()}>
        <p>{t("deleteProjectSure")}</p>
        <TextField
          label={t("typeName", { name: project.name })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogError error={remove.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="danger" disabled={!isMeant || remove.isPending}>
            {t("deleteProject")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
