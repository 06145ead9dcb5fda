import { Bot, CircleDashed, MessageSquare, Play, Search, Wrench } from "lucide-react";
import { stepKind } from "../outline/step-kind.ts";
import styles from "./step-icon.module.css";
import { visibleString } from "../../../messages/hidden-characters.ts";

const icons = { message: MessageSquare, run: Play, llm: Bot, tool: Wrench, retrieval: Search, other: CircleDashed };

export function StepIcon({ type }: { readonly type: string }) {
  const kind = stepKind(type);
  const Icon = icons[kind];
  return (
    <span className={styles.icon} data-kind={kind} title={visibleString(type)}>
      <Icon size={13} aria-hidden />
      <span className="visually-hidden">{visibleString(type)}</span>
    </span>
  );
}
