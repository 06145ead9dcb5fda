import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Settings } from "lucide-react";
import { useSettingsText } from "../pages/settings/messages.ts";
import { settingsGroups, useSectionAccess } from "../pages/settings/settings-section.ts";
import styles from "./command-palette.module.css";

const sections = settingsGroups.flatMap((group) => group.sections);

/** Returns the sections that the user may see and whose names contain the text; none for an empty text. */
export function useSettingsSections(text: string) {
  const t = useSettingsText();
  const maySee = useSectionAccess();
  return text === "" ? [] : sections.filter((section) => maySee(section) && t(section).toLowerCase().includes(text));
}

export function SettingsGroup({
  projectId,
  found,
  run,
}: {
  readonly projectId: string;
  readonly found: ReturnType<typeof useSettingsSections>;
  readonly run: (action: () => void) => () => void;
}) {
  const t = useSettingsText();
  const navigate = useNavigate();
  if (found.length === 0) return null;
  return (
    <Command.Group heading={t("title")} className={styles.group}>
      {found.map((section) => (
        <Command.Item
          key={section}
          value={`settings ${section}`}
          className={styles.item}
          onSelect={run(
            () => void navigate({ to: "/projects/$projectId/settings/$section", params: { projectId, section } }),
          )}
        >
          <Settings size={16} aria-hidden />
          {t(section)}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
