import type { ProjectRole } from "../../generated/settings.ts";
import { SelectField } from "../../ui/field.tsx";
import { useSettingsText } from "./messages.ts";

const roles: readonly ProjectRole[] = ["owner", "admin", "editor", "annotator", "viewer"];

/** Whether this version has a text for the role. A newer service may return other roles. */
export function isProjectRole(role: string): role is ProjectRole {
  return roles.some((each) => each === role);
}

export function RoleSelect({
  label,
  hideLabel,
  value,
  mayOwn,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly value: ProjectRole;
  /** Whether the user may choose the role of owner. */
  readonly mayOwn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (role: ProjectRole) => void;
}) {
  const t = useSettingsText();
  return (
    <SelectField
      label={label}
      hideLabel={hideLabel}
      hint={hideLabel ? undefined : t(`about_${value}`)}
      value={value}
      disabled={disabled ?? false}
      onChange={(chosen) => onChange(roles.find((role) => role === chosen) ?? value)}
      options={roles
        .filter((role) => mayOwn || role !== "owner" || value === "owner")
        .map((role) => ({ value: role, label: t(`role_${role}`) }))}
    />
  );
}
