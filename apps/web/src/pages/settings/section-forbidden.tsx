import { EmptyState } from "../../ui/page-state.tsx";
import { useSettingsText } from "./messages.ts";
import { OwnRole } from "./own-role.tsx";
import type { SettingsSection } from "./settings-section.ts";

/** Shown instead of a section that the user may not see. Names the roles that may. */
export function SectionForbidden({ section }: { readonly section: SettingsSection }) {
  const t = useSettingsText();
  return (
    <EmptyState
      drawing="account"
      title={t(section === "audit" ? "ownersSee" : section === "connections" ? "editorsSee" : "adminsSee", {
        section: t(section),
      })}
    >
      <OwnRole />
    </EmptyState>
  );
}
