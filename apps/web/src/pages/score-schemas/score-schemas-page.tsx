import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { removeScoreSchema, scoreCounts, scoreSchemaList } from "../../generated/score-schemas.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { Sparkline } from "../dashboard/sparkline.tsx";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { useScoreSchemasText } from "./messages.ts";
import type { StoredSchema } from "./schema-draft.ts";
import { MissingSchemaDialog, SchemaDialog } from "./schema-dialog.tsx";
import styles from "./score-schemas-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { useNewHash } from "../../ui/use-new-hash.ts";

const trendDays = 14;
/** Maximum number of names with a trend. The service returns at most this number of groups in a time series. */
const maxTrends = 50;

const route = { from: "/projects/$projectId/score-schemas" } as const;

const SchemaUse = onDemand(async () => (await import("./schema-use.tsx")).SchemaUse);

export function ScoreSchemasPage() {
  const t = useScoreSchemasText();
  const mayWrite = usePermission("write");
  const { data, error, refetch } = useOperation(scoreSchemaList, {});
  const [edited, setEdited] = useState<StoredSchema | "new" | null>(null);
  useNewHash(() => setEdited("new"));
  const { schema: shownId = null } = useSearch(route);
  const navigate = useNavigate(route);
  const shown = data?.scoreSchemas.find(({ id }) => id === shownId);
  /** Returns a function that opens the schema that many places after the shown one; null if there is none. */
  const openerOf = (distance: number): (() => void) | null => {
    const id = shown && data?.scoreSchemas[data.scoreSchemas.indexOf(shown) + distance]?.id;
    return id === undefined ? null : () => void navigate({ search: { schema: id }, replace: true, resetScroll: false });
  };
  const [removed, setRemoved] = useState<StoredSchema | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const use = useScoreUse();
  const missing =
    data === undefined ? [] : use.names.filter((name) => data.scoreSchemas.every((schema) => schema.name !== name));
  const add = mayWrite && (
    <Button look="primary" onClick={() => setEdited("new")}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );

  return (
    <Page
      title={t("title")}
      note={data && String(data.scoreSchemas.length)}
      actions={data && data.scoreSchemas.length > 0 && add}
      panel={
        shown && (
          <SchemaUse
            key={shown.id}
            schema={shown}
            choices={<Choices schema={shown} />}
            onEdit={mayWrite ? () => setEdited(shown) : null}
            onPrevious={openerOf(-1)}
            onNext={openerOf(1)}
            onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })}
          />
        )
      }
    >
      <RecordList
        records={data?.scoreSchemas}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={add && <p>{add}</p>}
      >
        {(schemas) => (
          <SchemaTable
            schemas={schemas}
            use={use}
            mayWrite={mayWrite}
            shownId={shownId}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        )}
      </RecordList>
      {missing.length > 0 && <MissingSchemas names={missing} use={use} onCreate={mayWrite ? setDescribed : null} />}
      {use.lacksTrends && <p className={styles.about}>{t("mostTrends", { names: maxTrends, days: trendDays })}</p>}
      {described !== null && <MissingSchemaDialog name={described} onClose={() => setDescribed(null)} />}
      {edited && <SchemaDialog schema={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      <RemoveDialog
        id={removed?.id ?? null}
        operation={removeScoreSchema}
        title={t("removeTitle", { name: removed?.name ?? "" })}
        action={t("confirmRemove")}
        onClose={() => setRemoved(null)}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

/** Counts, averages and trends of the project's scores, by their names. */
function useScoreUse() {
  const from = useDaysAgo(trendDays);
  const { data } = useOperation(scoreCounts, { from, maxPoints: trendDays, groupLimit: maxTrends });
  // The metric by which the service chooses the names comes first: the number of scores.
  const averages = data?.timeSeries.lines.filter(({ metric }) => metric === "scoreAverage") ?? [];
  const counts = new Map(data?.facets.facets[0]?.values.map(({ value, count }) => [value, count]));
  return {
    isLoaded: data !== undefined,
    /** Names of the scores, the most frequent first. */
    names: [...counts.keys()],
    counts,
    trends: new Map(averages.map(({ group, values }) => [group, values])),
    /** Whether some names have no trend, because there are more than {@link maxTrends}. */
    lacksTrends: averages.some(({ isOther }) => isOther),
    averages: new Map(data?.statistics.scores.map(({ name, average }) => [name, average])),
  };
}

type ScoreUse = ReturnType<typeof useScoreUse>;

/** Cells with the number, the average and the trend of the scores with a name. */
function UseCells({ name, use }: { readonly name: string; readonly use: ScoreUse }) {
  const t = useScoreSchemasText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const scaleFor = useScoreScale();
  const values = use.trends.get(name) ?? [];
  const known = values.filter((value) => value !== null);
  const range = scaleFor(name, known).bounds ?? [Math.min(0, ...known), Math.max(0, ...known)];
  return (
    <>
      <td data-number data-label={t("scores")}>
        {use.isLoaded && (
          <Link
            to="/projects/$projectId/logs/$resource"
            params={{ projectId, resource: "scores" }}
            search={{ filters: [{ field: "name", operator: "eq", value: name }] }}
            preload={false}
          >
            {formats.compact(use.counts.get(name) ?? 0)}
          </Link>
        )}
      </td>
      <td data-number data-label={t("average")}>
        {use.isLoaded && formats.number(use.averages.get(name))}
      </td>
      <td data-short data-label={t("trend", { count: trendDays })}>
        {known.length > 1 && (
          <span className={styles.trend}>
            <Sparkline values={values} range={range} />
            <span className={styles.scale}>
              {t("fromTo", { minimum: formats.number(range[0]), maximum: formats.number(range[1]) })}
            </span>
          </span>
        )}
      </td>
    </>
  );
}

/** Names of scores that have no schema. */
function MissingSchemas({
  names,
  use,
  onCreate,
}: {
  readonly names: readonly string[];
  readonly use: ScoreUse;
  /** Null if the user may not create schemas. */
  readonly onCreate: ((name: string) => void) | null;
}) {
  const t = useScoreSchemasText();
  const columns = [
    { key: "name", label: t("name") },
    { key: "scores", label: t("scores"), isNumber: true },
    { key: "average", label: t("average"), isNumber: true },
    { key: "trend", label: t("trend", { count: trendDays }) },
    ...(onCreate ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <section className={styles.missing}>
      <h2>{t("withoutSchema")}</h2>
      <p className={styles.about}>{t("withoutSchemaAbout")}</p>
      <Table label={t("withoutSchema")} columns={columns} isStacked>
        {names.map((name) => (
          <tr key={name}>
            <td data-label={t("name")}>
              <strong>
                <VisibleText text={name} />
              </strong>
            </td>
            <UseCells name={name} use={use} />
            {onCreate && (
              <td data-actions>
                <Button
                  size="small"
                  aria-label={visibleString(t("createFor", { name }))}
                  onClick={() => onCreate(name)}
                >
                  {t("create")}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function SchemaTable({
  schemas,
  use,
  mayWrite,
  shownId,
  onEdit,
  onRemove,
}: {
  readonly schemas: readonly StoredSchema[];
  readonly use: ScoreUse;
  readonly mayWrite: boolean;
  readonly shownId: string | null;
  readonly onEdit: (schema: StoredSchema) => void;
  readonly onRemove: (schema: StoredSchema) => void;
}) {
  const t = useScoreSchemasText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const columns = [
    { key: "name", label: t("name") },
    { key: "type", label: t("type") },
    { key: "choices", label: t("choices") },
    { key: "scores", label: t("scores"), isNumber: true },
    { key: "average", label: t("average"), isNumber: true },
    { key: "trend", label: t("trend", { count: trendDays }) },
    { key: "changed", label: t("changed") },
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {schemas.map((schema) => (
        <tr key={schema.id} aria-current={schema.id === shownId || undefined}>
          <td data-label={t("name")}>
            <Link
              data-row="open"
              to="/projects/$projectId/score-schemas"
              params={{ projectId }}
              search={{ schema: schema.id }}
              // With an open panel, one step back still closes it.
              replace={shownId !== null}
              resetScroll={false}
              aria-label={visibleString(t("show", { name: schema.name }))}
            >
              <VisibleText text={schema.name} />
            </Link>
            <RowAbout text={schema.description} />
          </td>
          <td data-short data-label={t("type")}>
            {t(schema.type)}
            {schema.direction !== "HIGHER_IS_BETTER" && (
              <>
                {" "}
                <Badge>{t(schema.direction)}</Badge>
              </>
            )}
          </td>
          <td data-label={t("choices")}>
            <Choices schema={schema} />
          </td>
          <UseCells name={schema.name} use={use} />
          <td data-time data-label={t("changed")} title={formats.dateTime(schema.updatedAt)}>
            {formats.relativeTime(schema.updatedAt)}
          </td>
          {mayWrite && (
            <td data-actions>
              <div className={styles.buttons}>
                <IconButton label={t("edit", { name: schema.name })} size="small" onClick={() => onEdit(schema)}>
                  <Pencil size={14} />
                </IconButton>
                <IconButton label={t("remove", { name: schema.name })} size="small" onClick={() => onRemove(schema)}>
                  <Trash2 size={14} />
                </IconButton>
              </div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function Choices({ schema: { categories, minimum, maximum } }: { readonly schema: StoredSchema }) {
  const t = useScoreSchemasText();
  const formats = useFormats();
  if (categories) {
    return (
      <span className={styles.choices}>
        {categories.map(({ label, value }) => (
          <Badge key={label}>
            <VisibleText text={label} /> = {formats.number(value)}
          </Badge>
        ))}
      </span>
    );
  }
  const bounds = { minimum: formats.number(minimum), maximum: formats.number(maximum) };
  if (minimum !== null && maximum !== null) return t("fromTo", bounds);
  if (minimum !== null) return t("from", bounds);
  return maximum === null ? t("anyNumber") : t("to", bounds);
}
