import { ChevronDown, ChevronRight } from "lucide-react";
import { ToolLine } from "../content/chat-parts.tsx";
import type { PayloadState } from "../payloads/payload-cache.ts";
import styles from "./cards.module.css";

/** Button that shows the arguments and the result of a tool call on one line. It opens and closes the full content. */
export function ToolSummary({
  payload,
  isOpen,
  onToggle,
}: {
  readonly payload: PayloadState;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  if (payload === undefined || payload === "missing" || payload instanceof Error) return null;
  return (
    <button type="button" className={styles.summary} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
      <ToolLine input={payload.input ?? null} result={payload.output ?? null} />
    </button>
  );
}
