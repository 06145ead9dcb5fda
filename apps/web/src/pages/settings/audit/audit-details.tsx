import { pairsLine } from "../../../json/json-text.ts";
import { useFormats } from "../../../messages/formats.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { isDetailText, useAuditDetailText } from "./audit-detail-messages.ts";
import styles from "./audit.module.css";
import { useStorageText } from "../use-storage-text.ts";

type Details = Parameters<typeof pairsLine>[0];

/** Latest time that a `Date` can represent, in milliseconds. */
const lastTime = 8.64e15;

/** Details whose values are enums. */
const choices: ReadonlySet<string> = new Set(["kind", "mode", "role", "source"]);
const numbers: ReadonlySet<string> = new Set(["addedCount", "repeats", "retentionDays", "stepsPerDay"]);
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/u;

export function AuditDetails({ details }: { readonly details: Details }) {
  const textOf = useDetailText();
  if (typeof details !== "object" || details === null) return null;
  const known = Object.entries(details).filter(([, value]) => value !== null);
  return (
    <span className={styles.details}>
      {known.map(([key, value]) => (
        <span key={key} title={typeof value === "string" && uuid.test(value) ? value : undefined}>
          <VisibleText text={textOf(key, value)} />
        </span>
      ))}
    </span>
  );
}

/** Returns a function that describes a detail in the user's language. A detail without a label is shown as stored. */
function useDetailText(): (key: string, value: Exclude<Details, undefined>) => string {
  const t = useAuditDetailText();
  const formats = useFormats();
  const storage = useStorageText();
  return (key, value) => {
    // The detail `from` has two meanings. A number is the start of a period. A text is the previous name of a renamed
    // project.
    const field = `field_${key === "from" && typeof value === "string" ? "fromName" : key}`;
    const choice = (one: typeof value): string => {
      const text = `value_${String(one)}`;
      return choices.has(key) && isDetailText(text) ? t(text) : String(one);
    };
    let shown = value;
    if (typeof value === "boolean") shown = t(value ? "yes" : "no");
    else if (Array.isArray(value)) shown = value.map(choice).join(", ");
    // The start of an id is enough to distinguish ids. The tooltip has the whole id.
    else if (typeof value === "string") shown = uuid.test(value) ? `${value.slice(0, 8)}…` : choice(value);
    else if (numbers.has(key) && typeof value === "number") shown = formats.number(value);
    else if (key === "storedBytes" && typeof value === "number") shown = storage(value);
    else if (key === "sampleRate" && typeof value === "number") shown = formats.percent(value);
    else if (
      (key === "from" || key === "until" || key === "expiresAt") &&
      typeof value === "number" &&
      Math.abs(value) < lastTime
    )
      shown = formats.dateTime(new Date(value).toISOString());
    return pairsLine({ [isDetailText(field) ? t(field) : key]: shown }, 200);
  };
}
