import type { JsonValue } from "@threadline/schema/sdk";
import { Route } from "lucide-react";
import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { classes } from "../../../ui/classes.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useThreadText } from "../messages.ts";
import { asText } from "./as-text.ts";
import { JsonMatchContext } from "./json-match.ts";
import { type JsonPath, pathText } from "./json-path.ts";
import styles from "./json-tree.module.css";

/**
 * A line of a JSON tree. A tree may have thousands of lines, so a line has buttons only under the pointer or with the
 * focus.
 */
export function JsonRow({
  value,
  path,
  className,
  children,
}: {
  readonly value: JsonValue;
  readonly path: JsonPath;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const t = useThreadText();
  const { current, isMatch } = useContext(JsonMatchContext);
  const row = useRef<HTMLDivElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isCurrent = current === path || (current !== null && isSame(current, path));
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent, current]);
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  return (
    <div
      ref={row}
      className={classes(styles.row, className)}
      data-match={isCurrent ? "current" : isMatch(path) || undefined}
      // A line with children contains a button that gets the focus. A line without children has no button, so it gets
      // the focus itself.
      {...(!isBranch && { "data-node": true, tabIndex: path.length === 0 ? 0 : -1 })}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {children}
      {(isPointed || isFocused) && (
        <span className={styles.tools}>
          {path.length > 0 && (
            <CopyButton label={t("copyPath")} text={() => pathText(path)} icon={<Route size={12} aria-hidden />} />
          )}
          <CopyButton label={t("copyValue")} text={() => asText(value)} />
        </span>
      )}
    </div>
  );
}

function isSame(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
