import { Pencil, Trash2 } from "lucide-react";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Table } from "../../../ui/table.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import { needsKey, type StoredConnection } from "./connection-draft.ts";
import { useConnectionsText } from "./messages.ts";

const shownModels = 3;

export function ConnectionTable({
  connections,
  mayManage,
  onEdit,
  onTest,
  onRemove,
}: {
  readonly connections: readonly StoredConnection[];
  readonly mayManage: boolean;
  readonly onEdit: (connection: StoredConnection) => void;
  readonly onTest: (connection: StoredConnection) => void;
  readonly onRemove: (connection: StoredConnection) => void;
}) {
  const t = useConnectionsText();
  const columns = ["name", "kind", "key", "models", "today", "actions"] as const;
  return (
    <Table label={t("title")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
      {connections.map((connection) => (
        <tr key={connection.id}>
          <td data-label={t("name")} className={styles.name}>
            <VisibleText text={connection.name} />
          </td>
          <td data-label={t("kind")} className={styles.name}>
            {t(`kind_${connection.kind}`)}
            {connection.baseUrl !== null && (
              <div className={styles.about}>
                <VisibleText text={connection.baseUrl} />
              </div>
            )}
          </td>
          <td data-label={t("key")}>
            <KeyText connection={connection} />
          </td>
          <td data-label={t("models")} className={styles.name}>
            <span className={styles.tags}>
              {connection.models.length === 0 && t("anyModel")}
              {connection.models.slice(0, shownModels).map((model) => (
                <Badge key={model}>
                  <VisibleText text={model} />
                </Badge>
              ))}
              {connection.models.length > shownModels && <Badge>+{connection.models.length - shownModels}</Badge>}
            </span>
          </td>
          <td data-short data-label={t("today")}>
            <CostText connection={connection} />
          </td>
          <td data-actions data-label={t("actions")}>
            <span className={styles.actions} data-single-line>
              <Button
                size="small"
                aria-label={t("testNamed", { name: connection.name })}
                onClick={() => onTest(connection)}
              >
                {t("test")}
              </Button>
              {mayManage && (
                <>
                  <IconButton
                    data-row
                    size="small"
                    label={t("edit", { name: connection.name })}
                    onClick={() => onEdit(connection)}
                  >
                    <Pencil size={14} />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={t("removeNamed", { name: connection.name })}
                    onClick={() => onRemove(connection)}
                  >
                    <Trash2 size={14} />
                  </IconButton>
                </>
              )}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function KeyText({ connection }: { readonly connection: StoredConnection }) {
  const { hasKey, keyEnding, keySetAt } = connection;
  const t = useConnectionsText();
  const formats = useFormats();
  if (!hasKey) {
    return needsKey(connection) ? <span className={styles.full}>{t("keyMissing")}</span> : t("noKey");
  }
  return (
    <>
      {keyEnding === null ? t("hasKey") : <code>…{keyEnding}</code>}
      {keySetAt !== null && <div className={styles.about}>{t("setAt", { time: formats.dateTime(keySetAt) })}</div>}
    </>
  );
}

function CostText({ connection: { costToday, dailyBudget } }: { readonly connection: StoredConnection }) {
  const t = useConnectionsText();
  const formats = useFormats();
  // Without a budget, shows a dash instead of a cost of 0, because the cost is also 0 if none of the called models has
  // a price.
  if (dailyBudget === null) return costToday === 0 ? "–" : formats.cost(costToday);
  return t("ofBudget", { cost: formats.cost(costToday), budget: formats.cost(dailyBudget) });
}
