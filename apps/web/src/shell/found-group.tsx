import { Command } from "cmdk";
import styles from "./command-palette.module.css";
import { foundIcons } from "./found-icons.ts";
import type { FoundRecord } from "./found-records.ts";
import { useShellText } from "./messages.ts";
import { VisibleText } from "../ui/visible-text.tsx";

export function FoundGroup({
  records,
  onOpen,
}: {
  readonly records: readonly FoundRecord[];
  readonly onOpen: (record: FoundRecord) => void;
}) {
  const t = useShellText();
  if (records.length === 0) return null;
  return (
    <Command.Group heading={t("records")} className={styles.group}>
      {records.map((record) => {
        const { kind, id, name, detail } = record;
        const Icon = foundIcons[kind];
        return (
          <Command.Item
            key={`${kind} ${id}`}
            value={`${kind} ${id}`}
            className={styles.item}
            onSelect={() => onOpen(record)}
          >
            <Icon size={16} aria-hidden />
            <span className={styles.name}>
              <VisibleText text={name} />
            </span>
            {detail !== null && (
              <span className={styles.detail}>
                <VisibleText text={detail} />
              </span>
            )}
            <span className={styles.kind}>{t(`found_${kind}`)}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
