import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { promptVersionDetail } from "../../generated/prompts.ts";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { SelectField } from "../../ui/field.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { VersionFigures } from "./version-figures.tsx";
import { versionText } from "./version-text.ts";

export function ComparePanel({ lineage, version }: { readonly lineage: PromptLineage; readonly version: number }) {
  const t = usePromptsText();
  const { name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const search = useSearch({ from: "/projects/$projectId/prompts/$name" });
  const navigate = useNavigate({ from: "/projects/$projectId/prompts/$name" });
  const from = search.from ?? (version === 0 ? Math.min(1, lineage.latestVersion ?? 0) : version - 1);
  // If the URL selects no layout, a narrow window shows the versions in one column, and a wide window side by side.
  const layout = search.layout ?? (matchMedia("(width < 56rem)").matches ? "unified" : "split");
  const before = useOperation(promptVersionDetail, { name, version: from });
  const after = useOperation(promptVersionDetail, { name, version });
  const error = before.error ?? after.error;
  if (lineage.versionCount < 2) return <EmptyState title={t("oneVersion")} />;
  const choices = lineage.versions.map((each) => ({
    value: String(each.version),
    label: t("version", { version: each.version }),
  }));

  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={t("compareFrom")}
          value={String(from)}
          onChange={(value) =>
            void navigate({ search: (current) => ({ ...current, from: Number(value) }), replace: true })
          }
          options={choices}
        />
        <SelectField
          label={t("compareTo")}
          value={String(version)}
          onChange={(value) =>
            void navigate({ search: (current) => ({ ...current, version: Number(value) }), replace: true })
          }
          options={choices}
        />
        <div role="group" aria-label={t("layout")} className={styles.group}>
          {(["split", "unified"] as const).map((key) => (
            <Button
              key={key}
              isPressed={layout === key}
              onClick={() => void navigate({ search: (current) => ({ ...current, layout: key }), replace: true })}
            >
              {t(key)}
            </Button>
          ))}
        </div>
      </div>
      {error && (!before.data || !after.data) && (
        <ErrorState error={error} onRetry={() => [before, after].forEach((each) => void each.refetch())} />
      )}
      {!error && (!before.data || !after.data) && <LoadingState />}
      {before.data && after.data && (
        <DiffView
          label={t("difference", { from, to: version })}
          before={before.data.promptVersion ? versionText(before.data.promptVersion) : ""}
          after={after.data.promptVersion ? versionText(after.data.promptVersion) : ""}
          layout={layout}
        />
      )}
      <VersionFigures name={name} from={from} to={version} />
    </>
  );
}
