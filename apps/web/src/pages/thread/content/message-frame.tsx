import { type ReactNode, useEffect, useRef } from "react";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { ChatMessage } from "./chat-message.ts";
import styles from "./message-frame.module.css";
import { MessageLink } from "./message-link.tsx";
import { useRoleName } from "./use-role-name.ts";

export function MessageFrame({
  message: { role, name },
  isLinked,
  link,
  children,
}: {
  readonly message: ChatMessage;
  readonly isLinked: boolean;
  /** Target of the link to the message. Null if the message is nested in another message, and therefore has no link. */
  readonly link: { readonly stepId: string; readonly hash: string } | null;
  readonly children: ReactNode;
}) {
  const roleName = useRoleName();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLinked && frame.current) scrollToTop(frame.current);
  }, [isLinked]);
  return (
    <div
      ref={frame}
      className={styles.message}
      data-role={role}
      data-linked={isLinked || undefined}
      aria-current={isLinked ? "location" : undefined}
    >
      <div className={styles.head}>
        <span className={styles.role}>
          <VisibleText text={roleName(role)} />
          {name !== null && <VisibleText text={` · ${name}`} />}
        </span>
        {link && <MessageLink {...link} className={styles.link} />}
      </div>
      {children}
    </div>
  );
}

/** Scrolls only the list around the element. `scrollIntoView` would also scroll the frames around the list. */
function scrollToTop(element: HTMLElement): void {
  let scroller = element.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  scroller?.scrollBy({ top: element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 16 });
}
