import type { ProjectRole } from "../../generated/settings.ts";
import { SelectField } from "../../ui/field.tsx";
import { useSettingsText } from "./messages.ts";

const roles: readonly ProjectRole[] = ["owner", "admin", "editor", "annotator", "viewer"];

export function RoleSelect({
  label,
  hideLabel,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly value: ProjectRole;
  readonly onChange: (role: ProjectRole) => void;
}) {
  const t = useSettingsText();
  return (
    <SelectField
      label={label}
      hideLabel={hideLabel}
      hint={hideLabel ? undefined : t(`about_${value}`)}
      value={value}
      onChange={(chosen) => onChange(roles.find((role) => role === chosen) ?? value)}
      options={roles.map((role) => ({ value: role, label: t(`role_${role}`) }))}
    />
  );
}
