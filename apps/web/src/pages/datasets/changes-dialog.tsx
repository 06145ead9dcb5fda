import { useState } from "react";
import { usePages } from "../../api/use-pages.ts";
import { datasetChanges, type DatasetChangesQuery } from "../../generated/datasets.ts";
import { jsonLine } from "../../json/json-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";
import type { ListedVersion } from "./use-versions.ts";
import { useVersionText } from "./version-text.ts";

type Change = NonNullable<DatasetChangesQuery["dataset"]>["changes"][number];
type Content = NonNullable<Change["after"]>;

const pageSize = 50;
const tones = { added: "success", updated: "accent", deleted: "danger" } as const;

export function ChangesDialog({
  datasetId,
  versions,
  shown,
  onClose,
}: {
  readonly datasetId: string;
  readonly versions: readonly ListedVersion[];
  readonly shown: number;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const versionText = useVersionText();
  const [to, setTo] = useState(shown);
  const [from, setFrom] = useState(Math.max(shown - 1, 0));
  const list = usePages({
    operation: datasetChanges,
    variables: (start) => ({ id: datasetId, from, to, first: pageSize, skip: Number(start ?? 0) }),
    read: ({ dataset }, start) => {
      const nodes = dataset?.changes ?? [];
      const end = Number(start ?? 0) + nodes.length;
      return { nodes, totalCount: end, next: nodes.length === pageSize ? String(end) : null };
    },
  });
  const options = [
    ...versions.map((version) => ({ value: String(version.version), label: versionText(version) })),
    { value: "0", label: t("firstVersion") },
  ];
  return (
    <Dialog title={t("changesTitle")} isOpen isWide onClose={onClose}>
      <div className={styles.compared}>
        <SelectField
          label={t("from")}
          value={String(from)}
          options={options}
          onChange={(value) => setFrom(Number(value))}
        />
        <SelectField label={t("to")} value={String(to)} options={options} onChange={(value) => setTo(Number(value))} />
      </div>
      <ListFrame list={list} empty={<EmptyState title={t("noChanges")} />}>
        <ol className={styles.groups} aria-label={t("changesTitle")}>
          {list.nodes?.map((change) => (
            <ItemChange key={change.itemId} change={change} />
          ))}
        </ol>
      </ListFrame>
    </Dialog>
  );
}

function ItemChange({ change: { itemId, before, after } }: { readonly change: Change }) {
  const t = useDatasetsText();
  const [isOpen, setIsOpen] = useState(false);
  const kind = before === null ? "added" : after === null ? "deleted" : "updated";
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <Badge tone={tones[kind]}>{t(kind)}</Badge>{" "}
          <VisibleText text={jsonLine((after ?? before)?.input ?? itemId, 120)} />
        </summary>
        {isOpen && <DiffView label={itemId} before={textOf(before)} after={textOf(after)} layout="unified" />}
      </details>
    </li>
  );
}

function textOf(content: Content | null): string {
  if (content === null) return "";
  const { input, expectedOutput, metadata, splits } = content;
  return JSON.stringify({ input, expectedOutput, metadata, splits }, null, 2);
}
