import { useOperation } from "../../api/use-request.ts";
import { alsoFound } from "../../generated/also-found.ts";
import { Button } from "../../ui/button.tsx";
import type { Condition } from "./filters/condition.ts";
import type { LogSearch } from "./log-search.ts";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";

const most = 20;

export function AlsoFound({
  text,
  filters,
  conditions,
  onChange,
}: {
  readonly text: string;
  readonly filters: readonly Condition[];
  /**
   * Conditions of the current list without the search text. The threads with a matching name must also match these
   * conditions.
   */
  readonly conditions: readonly Condition[];
  readonly onChange: (change: Partial<LogSearch>) => void;
}) {
  const t = useLogsText();
  const byName: Condition = { field: "name", operator: "ilike", value: text };
  const { data } = useOperation(alsoFound, {
    named: [...conditions, byName],
    most: most + 1,
    text,
  });
  if (!data) return null;
  const named = data.threads.edges.length;
  const users = data.participants.edges.map(({ node }) => node.identifier);
  if (named === 0 && users.length === 0) return null;
  const narrow = (condition: Condition): void => onChange({ q: undefined, filters: [...filters, condition] });
  return (
    <div role="status" className={styles.also}>
      {t("alsoFound")}
      {named > 0 && (
        <Button size="small" onClick={() => narrow(byName)}>
          {named > most ? t("namedMore", { count: most }) : t("named", { count: named })}
        </Button>
      )}
      {users.map((user) => (
        <Button
          key={user}
          size="small"
          onClick={() => narrow({ field: "participantIdentifiers", operator: "in", value: [user] })}
        >
          {t("ofUser", { user })}
        </Button>
      ))}
    </div>
  );
}
