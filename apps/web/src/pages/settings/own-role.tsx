import { useSuspenseQuery } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { sessionOptions } from "../../api/session.ts";
import { useSettingsText } from "./messages.ts";
import { isProjectRole } from "./role-select.tsx";
import styles from "./settings.module.css";

/** The user's role in the page's project. Renders nothing without sign-in, where every user is an owner. */
export function OwnRole() {
  const t = useSettingsText();
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const role = session.projects.find(({ id, name }) => id === projectId || name === projectId)?.role;
  if (session.noLogin || role === undefined) return null;
  return <p className={styles.about}>{t("ownRole", { role: isProjectRole(role) ? t(`role_${role}`) : role })}</p>;
}
