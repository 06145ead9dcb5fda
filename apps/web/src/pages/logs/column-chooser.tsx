import { Columns3 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { ColumnName } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import { useLogsText } from "./messages.ts";
import { toolName } from "./tool-name.ts";

const ColumnChoices = onDemand(async () => (await import("./column-choices.tsx")).ColumnChoices);

export interface ColumnChooserProps {
  readonly resource: LogResource;
  readonly columns: readonly ColumnName[];
  readonly fixed: readonly ColumnName[];
  /** Called with the chosen columns, or with null to restore the default. */
  readonly onChange: (columns: readonly ColumnName[] | null) => void;
}

export function ColumnChooser({ resource, columns, fixed, onChange }: ColumnChooserProps) {
  const t = useLogsText();
  return (
    <Popover
      title={t("columns")}
      trigger={
        <Button size="small">
          <Columns3 size={14} aria-hidden />
          <span className={toolName}>{t("columns")}</span>
        </Button>
      }
    >
      <ColumnChoices resource={resource} columns={columns} fixed={fixed} onChange={onChange} />
    </Popover>
  );
}
