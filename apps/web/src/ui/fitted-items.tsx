import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useFormats } from "../messages/formats.ts";
import { Badge } from "./badge.tsx";
import { classes } from "./classes.ts";
import { fittingCount, type Fitting } from "./fitting-count.ts";
import styles from "./fitted-items.module.css";
import { VisibleText } from "./visible-text.tsx";

interface FittedItem {
  readonly key: string;
  /** Full text, for the tooltip of the items that do not fit. */
  readonly text: string;
  readonly content: ReactNode;
}

export interface FittedListProps {
  readonly items: readonly FittedItem[];
  readonly className?: string | undefined;
}

/** Content of a fitted list. */
export function FittedItems({ items, className }: FittedListProps) {
  // New items are mounted again, so that their full widths are measured.
  return <Line key={items.map(({ text }) => text).join("\n")} items={items} className={className} />;
}

function Line({ items, className }: { readonly items: readonly FittedItem[]; readonly className: string | undefined }) {
  const formats = useFormats();
  const line = useRef<HTMLSpanElement>(null);
  const [{ count, isCut }, setFitting] = useState<Fitting>({ count: items.length, isCut: false });
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return undefined;
    const measure = () => {
      const name = element.firstElementChild?.querySelector("[data-badge-name]");
      return {
        widths: [...element.children].map((child) => child.getBoundingClientRect().width),
        nameWidth: name?.getBoundingClientRect().width ?? 0,
      };
    };
    // The items are measured before any item is hidden or cut, once the line is displayed.
    let measured: ReturnType<typeof measure> | undefined;
    const fit = (): void => {
      if (element.clientWidth === 0) return;
      measured ??= measure();
      const next = fittingCount(measured.widths, measured.nameWidth, element.clientWidth);
      setFitting((last) => (last.count === next.count && last.isCut === next.isCut ? last : next));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const rest = items.slice(count).map(({ text }) => text);
  // Items that do not fit keep their place in the layout, so that the line can grow to show them.
  return (
    <span ref={line} className={classes(styles.line, className)} data-cut={isCut || undefined}>
      {items.slice(0, count).map(({ key, content }) => (
        <span key={key}>{content}</span>
      ))}
      {count < items.length && (
        <span className={styles.rest}>
          <Badge title={rest.join("\n")}>+{formats.number(items.length - count)}</Badge>
          <span className="visually-hidden">
            <VisibleText text={rest.join(", ")} />
          </span>
        </span>
      )}
      {items.slice(count).map(({ key, content }) => (
        <span key={key} className={styles.hidden} aria-hidden>
          {content}
        </span>
      ))}
    </span>
  );
}
