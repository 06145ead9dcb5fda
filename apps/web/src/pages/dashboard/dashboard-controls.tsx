import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw, ZoomOut } from "lucide-react";
import { useProjectId } from "../../api/project-id.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import type { DashboardSearch } from "./dashboard-search.ts";
import { EnvironmentField } from "./environment-field.tsx";
import { useDashboardText } from "./messages.ts";
import { TagsField } from "./tags-field.tsx";
import type { DashboardPeriod } from "./use-period.ts";

export function DashboardControls({
  search,
  environments,
  period: { range, isZoomed, change, refresh },
}: {
  readonly search: DashboardSearch;
  readonly environments: readonly string[];
  readonly period: DashboardPeriod;
}) {
  const t = useDashboardText();
  const projectId = useProjectId();
  const client = useQueryClient();
  const { tags } = search;
  return (
    <>
      <RangeFields
        search={isZoomed ? search : { range }}
        hasAll={false}
        onChange={({ range: chosen, from, to }) => change({ range: chosen, from, to })}
      />
      <TagsField tags={tags ?? []} onChange={(next) => change({ tags: next.length > 0 ? next : undefined })} />
      <EnvironmentField known={environments} value={search} onChange={change} />
      {isZoomed && (
        <Button size="small" onClick={() => change({ range: undefined, from: undefined, to: undefined })}>
          <ZoomOut size={14} aria-hidden />
          {t("zoomOut")}
        </Button>
      )}
      <IconButton
        label={t("refresh")}
        onClick={() => {
          refresh();
          void client.invalidateQueries({ queryKey: [projectId] });
        }}
      >
        <RefreshCw size={14} />
      </IconButton>
    </>
  );
}
