import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { sameInputs } from "../../generated/datasets.ts";
import { parseJson } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";

export function SameInputs({
  datasetId,
  itemId,
  input,
}: {
  readonly datasetId: string;
  /** Id of the item that is being edited, which is excluded from the result. Null for a new item. */
  readonly itemId: string | null;
  readonly input: string;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const value = parseJson(useDebounced(input)).value ?? null;
  const { data } = useOperation(
    sameInputs,
    { id: datasetId, input: value },
    { enabled: value !== null && datasetId !== "" },
  );
  const others = (data?.dataset?.itemsWithInput ?? []).filter(({ id }) => id !== itemId);
  if (value === null || others.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{t("sameInput", { count: others.length })}</p>
      <ul>
        {others.map(({ id, createdAt }) => (
          <li key={id}>
            <Link to="/projects/$projectId/datasets/$datasetId" params={{ projectId, datasetId }} search={{ item: id }}>
              {t("itemOf", { time: formats.dateTime(createdAt) })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
