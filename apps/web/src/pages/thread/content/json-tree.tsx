import type { JsonValue } from "@threadline/schema/sdk";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { useThreadText } from "../messages.ts";
import { LongText } from "./long-text.tsx";
import styles from "./json-tree.module.css";
import { VisibleText } from "../../../ui/visible-text.tsx";

/** Number of entries shown at first. */
const pageSize = 100;

/** JSON value with collapsible objects and lists. */
export function JsonTree({ value, openTo = 2 }: { readonly value: JsonValue; readonly openTo?: number | undefined }) {
  return (
    <div className={styles.tree}>
      <Node value={value} name={null} depth={0} openTo={openTo} />
    </div>
  );
}

interface NodeProps {
  readonly value: JsonValue;
  readonly name: string | number | null;
  readonly depth: number;
  readonly openTo: number;
}

function Node({ value, name, depth, openTo }: NodeProps) {
  if (typeof value !== "object" || value === null) {
    return (
      <div className={styles.line}>
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  return <Branch value={value} name={name} depth={depth} openTo={openTo} />;
}

function Branch({ value, name, depth, openTo }: NodeProps & { readonly value: object }) {
  const t = useThreadText();
  const formats = useFormats();
  const isList = Array.isArray(value);
  const size = isList ? value.length : Object.keys(value).length;
  const [isOpen, setIsOpen] = useState(depth < openTo && (depth === 0 || size <= pageSize));
  const [shown, setShown] = useState(pageSize);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (size === 0) {
    return (
      <div className={styles.line}>
        <Name name={name} />
        {`${open}${close}`}
      </div>
    );
  }
  const entries = isOpen ? Object.entries(value as Record<string, JsonValue>).slice(0, shown) : [];
  return (
    <div>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
        <Name name={name} />
        <span className={styles.quiet}>{isOpen ? open : `${open} ${formats.number(size)} ${close}`}</span>
      </button>
      {isOpen && (
        <div className={styles.children}>
          {entries.map(([key, each]) => (
            <Node key={key} value={each} name={isList ? Number(key) : key} depth={depth + 1} openTo={openTo} />
          ))}
          {size > shown && (
            <Button size="small" onClick={() => setShown(shown * 10)}>
              {t("showRest", { count: size - shown })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Name({ name }: { readonly name: string | number | null }) {
  if (name === null) return null;
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
