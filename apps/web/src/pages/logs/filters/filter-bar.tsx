import { ListFilterPlus, TextCursorInput, X } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { useShortcuts } from "../../../ui/use-shortcuts.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { toolName } from "../tool-name.ts";
import { conditionText } from "./condition-text.ts";
import type { Condition } from "./condition.ts";
import styles from "./filters.module.css";
import { useFiltersText } from "./messages.ts";
import { QueryBox } from "./query-box.tsx";
import { moveToText } from "./query-text.ts";
import { RangeFields } from "./range-fields.tsx";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

const FilterEditor = onDemand(async () => (await import("./filter-editor.tsx")).FilterEditor);

/**
 * Toolbar of a list with the search box, the time range and the filters. The conditions are shown as chips below it,
 * unless the page shows its {@link FilterChips} elsewhere.
 */
export function FilterBar({
  resource,
  search,
  before,
  after,
  hasRange = true,
  hasChips = true,
  isWrapped = false,
  onChange,
  onUnsearched,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  /**
   * Called with true when the results do not match the text in the search box, because the text is invalid or was not
   * searched for yet. Called with false when they match again.
   */
  readonly onUnsearched?: (isUnsearched: boolean) => void;
  readonly hasRange?: boolean;
  readonly hasChips?: boolean;
  /** Whether a long query wraps, for forms in which the query is stored. Default: false, for one line. */
  readonly isWrapped?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly onChange: (change: Partial<LogSearch>, options?: { readonly replace?: boolean }) => void;
}) {
  return (
    <>
      <div className={styles.toolbar}>
        {before}
        <FilterFields {...{ resource, search, hasRange, isWrapped, onChange, onUnsearched }} />
        {after}
      </div>
      {hasChips && <FilterChips resource={resource} search={search} onChange={onChange} />}
    </>
  );
}

/** Memoized, because a list is rendered again for each page of records and while the user scrolls. */
const FilterFields = memo(function FilterFields({
  resource,
  search,
  hasRange,
  isWrapped,
  onChange,
  onUnsearched,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly hasRange: boolean;
  readonly isWrapped: boolean;
  readonly onChange: (change: Partial<LogSearch>, options?: { readonly replace?: boolean }) => void;
  readonly onUnsearched: ((isUnsearched: boolean) => void) | undefined;
}) {
  const t = useFiltersText();
  const filters = search.filters ?? [];
  return (
    <div className={styles.bar} role="search" aria-label={t("filters")}>
      <QueryBox
        resource={resource}
        search={search}
        isWrapped={isWrapped}
        onChange={onChange}
        onUnsearched={onUnsearched}
      />
      {hasRange && <RangeFields search={search} onChange={onChange} />}
      <NewFilter resource={resource} onAdd={(condition) => onChange({ filters: [...filters, condition] })} />
    </div>
  );
});

export function FilterChips({
  resource,
  search,
  onChange,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly onChange: (change: Partial<LogSearch>) => void;
}) {
  const t = useFiltersText();
  const filters = search.filters ?? [];
  if (filters.length === 0) return null;
  const replaceAt = (index: number, condition: Condition | null): void => {
    const next = filters.flatMap((each, place) => (place === index ? (condition ? [condition] : []) : [each]));
    onChange({ filters: next });
  };
  return (
    <div className={styles.chips} role="group" aria-label={t("filters")}>
      {filters.map((condition, index) => (
        <FilterChip
          // The same condition may occur twice, so the key includes the index.
          key={`${index}-${JSON.stringify(condition)}`}
          resource={resource}
          condition={condition}
          onChange={(next) => replaceAt(index, next)}
        />
      ))}
      <IconButton size="small" label={t("asText")} onClick={() => onChange(moveToText(resource, search))}>
        <TextCursorInput size={14} />
      </IconButton>
    </div>
  );
}

function FilterChip({
  resource,
  condition,
  onChange,
}: {
  readonly resource: LogResource;
  readonly condition: Condition;
  readonly onChange: (condition: Condition | null) => void;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const name = conditionText(t, formats, resource, condition);
  return (
    <span className={styles.chip}>
      <Popover
        title={t("edit", { name })}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className={styles.popup}
        trigger={
          <Button
            look="plain"
            size="small"
            title={visibleString(name)}
            className={styles.chipText}
            aria-label={t("edit", { name })}
          >
            <span>
              <VisibleText text={name} />
            </span>
          </Button>
        }
      >
        <FilterEditor
          resource={resource}
          condition={condition}
          onApply={(next) => {
            setIsOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      <IconButton size="small" label={t("remove", { name })} onClick={() => onChange(null)}>
        <X size={12} />
      </IconButton>
    </span>
  );
}

function NewFilter({
  resource,
  onAdd,
}: {
  readonly resource: LogResource;
  readonly onAdd: (condition: Condition) => void;
}) {
  const t = useFiltersText();
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts(["f"], () => setIsOpen(true), { preventDefault: true });
  return (
    <Popover
      title={t("add")}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.popup}
      trigger={
        <Button size="small" aria-label={t("add")} title={t("add")}>
          <ListFilterPlus size={14} aria-hidden />
          <span className={toolName}>{t("addShort")}</span>
        </Button>
      }
    >
      <FilterEditor
        resource={resource}
        condition={null}
        onApply={(condition) => {
          setIsOpen(false);
          onAdd(condition);
        }}
      />
    </Popover>
  );
}
