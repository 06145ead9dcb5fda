import { Plus } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { checkConnection, connectionList, removeConnection } from "../../../generated/connections.ts";
import { Button } from "../../../ui/button.tsx";
import { RemoveDialog } from "../../remove-dialog.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import styles from "../settings.module.css";
import { ConnectionDialog } from "./connection-dialog.tsx";
import { canCheck, type StoredConnection } from "./connection-draft.ts";
import { ConnectionTable } from "./connection-table.tsx";
import { useConnectionsText } from "./messages.ts";
import { TestDialog } from "./test-dialog.tsx";

export function ConnectionSettings() {
  const t = useConnectionsText();
  const mayManage = usePermission("connections");
  const { data, error, refetch } = useOperation(connectionList, {});
  const [edited, setEdited] = useState<StoredConnection | "new" | null>(null);
  const [tested, setTested] = useState<StoredConnection | null>(null);
  const check = useRequest(checkConnection);
  const runCheck = ({ id, name, kind, baseUrl }: StoredConnection): void => {
    check.mutate({ id, connection: { name, kind, baseUrl } });
  };
  const isCheckable = (connection: StoredConnection): boolean =>
    mayManage && connection.models.length === 0 && canCheck(connection);
  const startTest = (connection: StoredConnection): void => {
    setTested(connection);
    check.reset();
    if (isCheckable(connection)) runCheck(connection);
  };
  const [removed, setRemoved] = useState<StoredConnection | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const connections = data?.modelConnections;
  return (
    <section className={styles.part} data-wide>
      <div className={styles.row}>
        <p className={styles.about}>{t("about")}</p>
        {mayManage && (
          <Button look="primary" onClick={() => setEdited("new")}>
            <Plus size={16} aria-hidden />
            {t("add")}
          </Button>
        )}
      </div>
      {!connections ? (
        <LoadingState shape="rows" />
      ) : connections.length === 0 ? (
        <EmptyState title={t("none")}>{t("noneAbout")}</EmptyState>
      ) : (
        <ConnectionTable
          connections={connections}
          mayManage={mayManage}
          onEdit={setEdited}
          onTest={startTest}
          onRemove={setRemoved}
        />
      )}
      {edited && <ConnectionDialog connection={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {tested && (
        <TestDialog
          connection={tested}
          check={
            isCheckable(tested)
              ? { ...check, result: check.data?.checkModelConnection, run: () => runCheck(tested) }
              : null
          }
          onClose={() => setTested(null)}
        />
      )}
      <RemoveDialog
        id={removed?.id ?? null}
        operation={removeConnection}
        title={t("removeTitle", { name: removed?.name ?? "" })}
        action={t("remove")}
        onClose={() => setRemoved(null)}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </section>
  );
}
