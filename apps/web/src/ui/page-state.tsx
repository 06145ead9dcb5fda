import type { ReactNode } from "react";
import { isMissingPart } from "../api/missing-part.ts";
import { isUnreachable, RequestError } from "../api/request-error.ts";
import { Button } from "./button.tsx";
import { useUiText } from "./messages.ts";
import styles from "./page-state.module.css";
import { VisibleText } from "./visible-text.tsx";

/** Shown while a view is loading. */
export function LoadingState() {
  const t = useUiText();
  return (
    <div className={styles.state} role="status">
      <span className={styles.bar} />
      <span className="visually-hidden">{t("loading")}</span>
    </div>
  );
}

/** Empty state with advice. */
export function EmptyState({
  title,
  isPage = false,
  children,
}: {
  readonly title: string;
  /** Whether it replaces the page and is its heading. */
  readonly isPage?: boolean | undefined;
  readonly children?: ReactNode;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles.state}>
      <Heading>
        <VisibleText text={title} />
      </Heading>
      {children && <div>{children}</div>}
    </div>
  );
}

/** Shown when a view could not be loaded, with a specific text for missing permissions. */
export function ErrorState({
  error,
  isPage = false,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether it replaces the page and is its heading. */
  readonly isPage?: boolean | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = useUiText();
  const isForbidden = error instanceof RequestError && error.isForbidden;
  const isMissing = isMissingPart(error);
  const Heading = isPage ? "h1" : "h2";
  // Only a page reload loads a missing part again.
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
