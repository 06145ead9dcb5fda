import { pairsLine } from "../../../json/json-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "./audit.module.css";

/** Details of an event, one badge for each. Details without a value are omitted. */
export function AuditDetails({ details }: { readonly details: Parameters<typeof pairsLine>[0] }) {
  if (typeof details !== "object" || details === null) return null;
  const known = Object.entries(details).filter(([, value]) => value !== null);
  return (
    <span className={styles.details}>
      {known.map(([key, value]) => (
        <Badge key={key}>
          <VisibleText text={pairsLine({ [key]: value }, 200)} />
        </Badge>
      ))}
    </span>
  );
}
