import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadText } from "../messages.ts";
import { isMessage, stepKind } from "../outline/step-kind.ts";
import { StepIcon } from "../views/step-icon.tsx";
import styles from "./graph.module.css";
import type { Place } from "./lay-out-graph.ts";
import { useGraphText } from "./messages.ts";
import { moreSteps } from "./run-graph.ts";
import type { GraphNode } from "./step-graph.ts";

/**
 * Node of the graph, as a button. If a node combines several steps and some of them failed, the number of errors is a
 * second button.
 */
export const GraphBox = memo(function GraphBox(props: {
  readonly node: GraphNode;
  readonly place: Place;
  /** Total latency of the node's steps as a fraction of the slowest node's total latency, from 0 to 1. */
  readonly share: number;
  readonly callers: string;
  readonly isSelected: boolean;
  readonly onSelect: (node: GraphNode) => void;
  readonly onErrors: (node: GraphNode) => void;
  /** Called when the pointer or the focus enters or leaves the node. */
  readonly onLook: (id: string | null) => void;
}) {
  const { node, place, share, callers, isSelected, onSelect, onErrors, onLook } = props;
  const t = useGraphText();
  const thread = useThreadText();
  const formats = useFormats();
  const { kind, type, facts } = node;
  const name = useNodeName()(node);
  const { count, errorCount, openCount, tokenCount, total, median } = facts;
  const hasErrorButton = errorCount > 0 && kind !== "step";
  const box = (
    <button
      type="button"
      className={styles.node}
      data-node
      data-kind={kind === "rest" ? "rest" : stepKind(type)}
      data-failed={errorCount > 0 || undefined}
      aria-pressed={kind === "rest" ? undefined : isSelected}
      title={visibleString(kind === "rest" ? t("moreHint", { count: Math.min(moreSteps, count) }) : name)}
      style={place}
      onClick={() => onSelect(node)}
      onPointerEnter={() => onLook(node.id)}
      onPointerLeave={() => onLook(null)}
      onFocus={() => onLook(node.id)}
      onBlur={() => onLook(null)}
    >
      <span className={styles.head}>
        {kind !== "rest" && kind !== "thread" && <StepIcon type={type} />}
        <span className={styles.name}>
          <VisibleText text={name} />
        </span>
        {errorCount > 0 && (
          // If there is a button for the errors, it is placed over this text.
          <span className={styles.errors} title={thread("errors", { count: errorCount })}>
            <CircleAlert size={13} aria-hidden />
            {hasErrorButton && <span aria-hidden>{formats.number(errorCount)}</span>}
            <span className="visually-hidden">{thread("errors", { count: errorCount })}</span>
          </span>
        )}
      </span>
      {kind !== "thread" && (
        <>
          <span className={styles.facts}>
            {kind === "group" && <span>{t("calls", { count, formatted: formats.number(count) })}</span>}
            {openCount > 0 && <span>{t("open", { formatted: formats.number(openCount) })}</span>}
            {tokenCount > 0 && (
              <span>{thread("tokens", { count: tokenCount, formatted: formats.compact(tokenCount) })}</span>
            )}
          </span>
          {total !== null && !isMessage(type) && (
            <span className={styles.facts}>
              <span>{count === 1 ? formats.duration(total) : t("total", { duration: formats.duration(total) })}</span>
              {count > 1 && median !== null && <span>{t("median", { duration: formats.duration(median) })}</span>}
            </span>
          )}
          {share > 0 && kind !== "rest" && (
            <span className={styles.share} style={{ width: `${Math.max(share * 100, 1)}%` }} />
          )}
        </>
      )}
      {callers !== "" && <span className="visually-hidden">{t("calledBy", { names: visibleString(callers) })}</span>}
    </button>
  );
  if (!hasErrorButton) return box;
  return (
    <>
      {box}
      <button
        type="button"
        className={styles.errorButton}
        style={{ left: place.left + place.width, top: place.top }}
        aria-label={`${visibleString(name)}: ${thread("errors", { count: errorCount })}`}
        title={thread("errorsHint")}
        onClick={() => onErrors(node)}
      >
        <CircleAlert size={13} aria-hidden />
        {formats.number(errorCount)}
      </button>
    </>
  );
});

/**
 * Returns a function that labels the nodes of a graph. The label of the thread's node is the word "Thread" in the
 * user's language. Nodes of hidden steps or rare names show their number. All other nodes show the name or type of
 * their steps.
 */
export function useNodeName(): (node: Pick<GraphNode, "kind" | "type" | "name" | "nameCount" | "steps">) => string {
  const t = useGraphText();
  const formats = useFormats();
  return ({ kind, type, name, nameCount, steps }) => {
    if (kind === "thread") return t("thread");
    if (kind === "rest") return t("more", { count: steps.length, formatted: formats.number(steps.length) });
    if (nameCount !== null) return t("otherNames", { count: nameCount, formatted: formats.number(nameCount) });
    return name ?? type;
  };
}
