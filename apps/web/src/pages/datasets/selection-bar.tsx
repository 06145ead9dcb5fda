import { History } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useFormats } from "../../messages/formats.ts";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";
import type { ItemSelection } from "./use-dataset-items.ts";
import type { ListedVersion } from "./use-versions.ts";
import { useVersionText } from "./version-text.ts";

export function SelectionBar({
  latest,
  versions,
  splits,
  selection,
  onSelect,
  onChanges,
}: {
  readonly latest: number;
  readonly versions: readonly ListedVersion[];
  readonly splits: readonly { readonly name: string; readonly itemCount: number }[];
  readonly selection: ItemSelection;
  readonly onSelect: (selection: ItemSelection) => void;
  readonly onChanges: () => void;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const versionText = useVersionText();
  const { version, split } = selection;
  const isUnlisted = version !== undefined && !versions.some((listed) => listed.version === version);
  const isPast = version !== undefined && version < latest;
  const hasSplits = splits.length > 0 || split !== undefined;
  if (latest === 0 && !hasSplits) return null;
  return (
    <>
      <div className={styles.selection}>
        <SelectField
          label={t("version")}
          value={version === undefined ? "" : String(version)}
          onChange={(value) => onSelect({ split, version: value === "" ? undefined : Number(value) })}
          options={[
            { value: "", label: t("latestVersion", { version: formats.number(latest) }) },
            ...versions.map((listed) => ({ value: String(listed.version), label: versionText(listed) })),
            ...(isUnlisted ? [{ value: String(version), label: t("versionNumber", { version }) }] : []),
          ]}
        />
        {hasSplits && (
          <SelectField
            label={t("split")}
            value={split ?? ""}
            onChange={(value) => onSelect({ version, split: value === "" ? undefined : value })}
            options={[
              { value: "", label: t("allItems") },
              ...splits.map(({ name, itemCount }) => ({
                value: name,
                label: `${name} (${formats.number(itemCount)})`,
              })),
              ...(split !== undefined && !splits.some(({ name }) => name === split)
                ? [{ value: split, label: split }]
                : []),
            ]}
          />
        )}
        <Button onClick={onChanges}>
          <History size={16} aria-hidden />
          {t("whatChanged")}
        </Button>
      </div>
      {isPast && (
        <p className={styles.notice} role="status">
          {t("pastVersion", { version: formats.number(version) })}{" "}
          <button type="button" className={styles.open} onClick={() => onSelect({ split })}>
            {t("showLatest")}
          </button>
        </p>
      )}
    </>
  );
}
