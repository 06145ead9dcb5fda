import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { sessionOptions } from "../../api/session.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useChange } from "../../api/use-request.ts";
import { makeProject, renameProject } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { DeleteProject } from "./delete-project.tsx";
import { DemoData } from "./demo/demo-data.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";
import { useSettingsText } from "./messages.ts";
import { OwnRole } from "./own-role.tsx";
import { SecondFactorRule } from "./second-factor-rule.tsx";
import styles from "./settings.module.css";

export function ProjectSettings() {
  const t = useSettingsText();
  const client = useQueryClient();
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);
  const [name, setName] = useState(project?.name ?? "");
  const [isAdding, setIsAdding] = useState(false);
  const mayChange = usePermission("admin");
  const mayOwn = usePermission("own");
  useNewHash(() => setIsAdding(mayChange));
  const rename = useChange(renameProject);
  const errors = useFormErrors(rename.error, ["name"]);

  return (
    <section className={classes(styles.part, styles.topics)}>
      <div className={styles.form}>
        <h2>{t("thisProject")}</h2>
        <Form
          onSubmit={() =>
            rename.mutate(
              { name },
              { onSuccess: () => client.invalidateQueries({ queryKey: sessionOptions.queryKey }) },
            )
          }
        >
          <TextField
            label={t("projectName")}
            error={errors.fields.name}
            value={name}
            readOnly={!mayChange}
            onChange={(event) => setName(event.target.value)}
          />
          <DialogError error={errors.other} />
          {mayChange && (
            <DialogActions>
              <Button type="submit" look="primary" disabled={rename.isPending || name.trim() === project?.name}>
                {t("save")}
              </Button>
            </DialogActions>
          )}
        </Form>
        <p className={styles.about}>
          {t("projectId")}: <code>{project?.id}</code> <CopyButton text={project?.id ?? ""} label={t("copyId")} />
        </p>
        <OwnRole />
      </div>
      <DemoData />
      {!session.noLogin && mayOwn && <SecondFactorRule />}
      {project && mayOwn && session.projects.length > 1 && <DeleteProject project={project} />}
      {mayChange && (
        <div className={styles.card}>
          <h2>{t("otherProject")}</h2>
          <p className={styles.about}>{t("otherProjectAbout")}</p>
          <div>
            <Button onClick={() => setIsAdding(true)}>
              <Plus size={16} aria-hidden />
              {t("addProject")}
            </Button>
          </div>
        </div>
      )}
      {isAdding && <AddProject onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function AddProject({ onClose }: { readonly onClose: () => void }) {
  const t = useSettingsText();
  const ui = useUiText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const add = useChange(makeProject);
  const errors = useFormErrors(add.error, ["name"]);
  const open = async (projectId: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: sessionOptions.queryKey });
    onClose();
    await navigate({ to: "/projects/$projectId", params: { projectId } });
  };
  return (
    <Dialog title={t("addProject")} isOpen onClose={onClose}>
      <Form onSubmit={() => add.mutate({ name }, { onSuccess: ({ createProject }) => void open(createProject.id) })}>
        <TextField
          label={t("projectName")}
          error={errors.fields.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending}>
            {t("create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
