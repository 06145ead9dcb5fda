import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { usePages } from "../../api/use-pages.ts";
import { duplicateItems } from "../../generated/datasets.ts";
import { jsonLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { lineOf } from "../thread/content/plain-text.ts";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";

const pageSize = 50;

export function DuplicatesDialog({ datasetId, onClose }: { readonly datasetId: string; readonly onClose: () => void }) {
  const t = useDatasetsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const list = usePages({
    operation: duplicateItems,
    variables: (from) => ({ id: datasetId, first: pageSize, skip: Number(from ?? 0) }),
    read: ({ dataset }, from) => {
      const nodes = dataset?.duplicates ?? [];
      const end = Number(from ?? 0) + nodes.length;
      return { nodes, totalCount: end, next: nodes.length === pageSize ? String(end) : null };
    },
  });
  return (
    <Dialog title={t("duplicatesTitle")} isOpen isWide onClose={onClose}>
      <ListFrame list={list} empty={<EmptyState title={t("noDuplicates")} />}>
        <ol className={styles.groups}>
          {list.nodes?.map(({ items }) => (
            <li key={items[0]?.id}>
              <p className={styles.groupInput}>
                <VisibleText text={lineOf(items[0]?.input ?? null, 240)} />
              </p>
              <ul>
                {items.map(({ id, createdAt, expectedOutput }) => (
                  <li key={id}>
                    <Link
                      to="/projects/$projectId/datasets/$datasetId"
                      params={{ projectId, datasetId }}
                      search={{ item: id }}
                      onClick={onClose}
                    >
                      {t("itemOf", { time: formats.dateTime(createdAt) })}
                    </Link>{" "}
                    <span className={styles.muted}>
                      <VisibleText text={jsonLine(expectedOutput, 120)} />
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </ListFrame>
    </Dialog>
  );
}
