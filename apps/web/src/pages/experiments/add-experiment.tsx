import { Plus } from "lucide-react";
import { useOperation } from "../../api/use-request.ts";
import { earlierExperiments } from "../../generated/experiments.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { maxCompared } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";

/** Menu with the newest experiments on a dataset, which adds one of them to the comparison. */
export function AddExperiment({
  datasetId,
  ids,
  onAdd,
}: {
  /** Null if the baseline has no dataset. */
  readonly datasetId: string | null;
  /** Ids of the compared experiments, which the menu omits. */
  readonly ids: readonly string[];
  readonly onAdd: (id: string) => void;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { data } = useOperation(
    earlierExperiments,
    { filters: [{ field: "datasetId", operator: "eq", value: datasetId }] },
    { enabled: datasetId !== null && ids.length < maxCompared },
  );
  const others = (data?.datasetExperiments.edges ?? []).map(({ node }) => node).filter(({ id }) => !ids.includes(id));
  if (others.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button>
          <Plus size={16} aria-hidden />
          {t("addExperiment")}
        </Button>
      }
    >
      {others.map(({ id, name, createdAt }) => (
        <MenuItem key={id} onSelect={() => onAdd(id)}>
          <VisibleText text={name} /> <span className={styles.muted}>{formats.relativeTime(createdAt)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
