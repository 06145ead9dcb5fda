import type { JsonValue } from "@threadline/schema/sdk";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadText } from "../messages.ts";
import { keepTabStop, moveInJson } from "./json-keys.ts";
import { JsonMatchContext } from "./json-match.ts";
import type { JsonPath } from "./json-path.ts";
import { JsonRow } from "./json-row.tsx";
import { JsonSearch } from "./json-search.tsx";
import { LongText } from "./long-text.tsx";
import styles from "./json-tree.module.css";

const pageSize = 100;
const noPath: JsonPath = [];

/** A JSON value with collapsible objects and lists. Every value, and its path, can be copied. */
export function JsonTree({
  value,
  openTo = 2,
  hasSearch = false,
}: {
  readonly value: JsonValue;
  readonly openTo?: number | undefined;
  /** Whether to show a search field above the tree if it has more than a few values. */
  readonly hasSearch?: boolean | undefined;
}) {
  const tree = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the buttons inside
    <div className={styles.tree} onKeyDown={moveInJson} onFocus={keepTabStop}>
      <Node value={value} path={noPath} openTo={openTo} />
    </div>
  );
  return hasSearch && hasManyValues(value) ? <JsonSearch value={value}>{tree}</JsonSearch> : tree;
}

/**
 * Maximum number of nested values in a tree without a search field. In a larger tree, values are hard to find by
 * looking.
 */
const maxWithoutSearch = 12;

function hasManyValues(value: JsonValue): boolean {
  const values = [value];
  // The loop also visits the values that it adds.
  for (const each of values) {
    if (typeof each === "object" && each !== null) values.push(...Object.values(each).slice(0, maxWithoutSearch + 1));
    if (values.length > maxWithoutSearch + 1) return true;
  }
  return false;
}

interface NodeProps {
  readonly value: JsonValue;
  readonly path: JsonPath;
  readonly openTo: number;
}

function Node({ value, path, openTo }: NodeProps) {
  if (typeof value !== "object" || value === null) {
    return (
      <JsonRow value={value} path={path} className={path.length > 0 ? styles.line : undefined}>
        <Name path={path} />
        <Leaf value={value} />
      </JsonRow>
    );
  }
  return <Branch value={value} path={path} openTo={openTo} />;
}

function Branch({ value, path, openTo }: NodeProps & { readonly value: object }) {
  const t = useThreadText();
  const formats = useFormats();
  const { current } = useContext(JsonMatchContext);
  const isList = Array.isArray(value);
  const size = isList ? value.length : Object.keys(value).length;
  const [isOpen, setIsOpen] = useState(path.length < openTo && (path.length === 0 || size <= pageSize));
  const [limit, setLimit] = useState(pageSize);
  const isAround = current !== null && current.length > path.length && path.every((key, at) => key === current[at]);
  const below = isAround ? current[path.length] : undefined;
  // Expands the branch if it contains the current search match. This is an effect, so that the user can collapse the
  // branch afterwards.
  useEffect(() => {
    if (below === undefined) return;
    setIsOpen(true);
    const at = typeof below === "number" ? below : Object.keys(value).indexOf(below);
    setLimit((before) => Math.max(before, Math.ceil((at + 1) / pageSize) * pageSize));
  }, [below, current, value]);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (size === 0) {
    return (
      <JsonRow value={value} path={path} className={path.length > 0 ? styles.line : undefined}>
        <Name path={path} />
        {`${open}${close}`}
      </JsonRow>
    );
  }
  const entries = isOpen ? Object.entries(value as Record<string, JsonValue>).slice(0, limit) : [];
  return (
    <div>
      <JsonRow value={value} path={path}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          data-node
          tabIndex={path.length === 0 ? 0 : -1}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
          <Name path={path} />
          <span className={styles.quiet}>{isOpen ? open : `${open} ${formats.number(size)} ${close}`}</span>
        </button>
      </JsonRow>
      {isOpen && (
        <div className={styles.children}>
          {entries.map(([key, each]) => (
            <Child key={key} value={each} parent={path} name={isList ? Number(key) : key} openTo={openTo} />
          ))}
          {size > limit && (
            <Button size="small" onClick={() => setLimit(limit * 10)}>
              {t("showRest", { count: size - limit })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Child of an object or list in the tree. The child's path is the same array on every render. */
function Child({
  value,
  parent,
  name,
  openTo,
}: {
  readonly value: JsonValue;
  readonly parent: JsonPath;
  readonly name: string | number;
  readonly openTo: number;
}) {
  const path = useRef<JsonPath>([...parent, name]);
  return <Node value={value} path={path.current} openTo={openTo} />;
}

function Name({ path }: { readonly path: JsonPath }) {
  const name = path.at(-1);
  if (name === undefined) return null;
  return (
    <span className={typeof name === "number" ? styles.quiet : styles.name}>
      <VisibleText text={String(name)} />:{" "}
    </span>
  );
}

function Leaf({ value }: { readonly value: string | number | boolean | null }) {
  if (typeof value !== "string") return <span className={styles.literal}>{String(value)}</span>;
  return (
    <LongText text={value} limit={2_000}>
      {(text) => (
        <span className={styles.text}>
          <VisibleText text={JSON.stringify(text)} />
        </span>
      )}
    </LongText>
  );
}
