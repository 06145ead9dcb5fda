import { ChevronLeft, ChevronRight, Database } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { datasetItems, datasetList } from "../../generated/datasets.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { valueTexts } from "./column/variables.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

/** Controls that select an item of a dataset and copy its input to the variables. */
export function DatasetRows({
  names,
  onChange,
}: {
  readonly names: readonly string[];
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  const t = usePlaygroundText();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Rows names={names} onChange={onChange} />;
  return (
    <Button size="small" onClick={() => setIsOpen(true)}>
      <Database size={14} aria-hidden />
      {t("useDataset")}
    </Button>
  );
}

function Rows({ names, onChange }: Parameters<typeof DatasetRows>[0]): ReactNode {
  const t = usePlaygroundText();
  const [chosen, setChosen] = useState<string | null>(null);
  const [row, setRow] = useState(0);
  const list = useOperation(datasetList, { after: null, filters: [] });
  const datasets = (list.data?.datasets.edges ?? []).map(({ node }) => node);
  const id = chosen ?? datasets[0]?.id ?? "";
  const items = useOperation(datasetItems, { id, first: 1, skip: row }, { enabled: id !== "" });
  const count = datasets.find((dataset) => dataset.id === id)?.itemCount ?? 0;
  const item = items.data?.dataset?.items?.[0];
  if (list.data && datasets.length === 0) return <p className={styles.muted}>{t("noDatasets")}</p>;
  if (!list.data && !list.error) return <LoadingState />;
  return (
    <div className={styles.rows}>
      <SelectField
        label={t("dataset")}
        hideLabel
        value={id}
        options={datasets.map((dataset) => ({ value: dataset.id, label: dataset.name }))}
        onChange={(next) => {
          setChosen(next);
          setRow(0);
        }}
      />
      <IconButton size="small" label={t("previousRow")} disabled={row === 0} onClick={() => setRow(row - 1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <span className={styles.muted}>{t("row", { number: count === 0 ? 0 : row + 1, count })}</span>
      <IconButton size="small" label={t("nextRow")} disabled={row + 1 >= count} onClick={() => setRow(row + 1)}>
        <ChevronRight size={16} />
      </IconButton>
      <Button
        size="small"
        disabled={item?.input == null}
        onClick={() => item?.input != null && onChange(valueTexts(item.input, names))}
      >
        {t("useRow")}
      </Button>
      <DialogError error={list.error ?? items.error} />
    </div>
  );
}
