import type { ReactNode } from "react";
import { isMissingPart } from "../api/missing-part.ts";
import { isUnreachable, RequestError } from "../api/request-error.ts";
import { Button } from "./button.tsx";
import { Drawing, type DrawingName } from "./drawing.tsx";
import { useUiText } from "./messages.ts";
import styles from "./page-state.module.css";
import { VisibleText } from "./visible-text.tsx";

const bars = { chart: 12, page: 6, rows: 8, text: 4 };

export function LoadingState({ shape = "text" }: { readonly shape?: keyof typeof bars | undefined }) {
  const t = useUiText();
  return (
    <div className={styles.skeleton} role="status" data-shape={shape}>
      {Array.from({ length: bars[shape] }, (_, index) => (
        <span key={index} className={styles.bar} />
      ))}
      <span className="visually-hidden">{t("loading")}</span>
    </div>
  );
}

/** Empty state with a drawing, and optional advice or actions. */
export function EmptyState({
  title,
  drawing = "list",
  isPage = false,
  children,
}: {
  readonly title: string;
  /** Drawing above the title. Default: `missing` if `isPage` is set, otherwise a list. */
  readonly drawing?: DrawingName | undefined;
  /** Whether this replaces the page. The title is then the main heading. */
  readonly isPage?: boolean | undefined;
  readonly children?: ReactNode;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles.state}>
      <Drawing name={isPage ? "missing" : drawing} />
      <Heading>
        <VisibleText text={title} />
      </Heading>
      {children && <div>{children}</div>}
    </div>
  );
}

/** Shown when a view failed to load. A missing permission has a text of its own. */
export function ErrorState({
  error,
  isPage = false,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether this replaces the page. The title is then the main heading. */
  readonly isPage?: boolean | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = useUiText();
  const isForbidden = error instanceof RequestError && error.isForbidden;
  const isMissing = isMissingPart(error);
  const Heading = isPage ? "h1" : "h2";
  // Only reloading the page can load a missing chunk again.
  const retry = isMissing ? () => location.reload() : onRetry;
  return (
    <div className={styles.state} role="alert">
      <Heading>{isForbidden ? t("noPermission") : t("failed")}</Heading>
      <p>
        {isMissing ? t("missingPart") : isUnreachable(error) ? t("unreachable") : <VisibleText text={textOf(error)} />}
      </p>
      {retry && !isForbidden && <Button onClick={retry}>{t("retry")}</Button>}
    </div>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
