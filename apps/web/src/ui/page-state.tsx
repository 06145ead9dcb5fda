import type { ReactNode } from "react";
import { isMissingPart } from "../api/missing-part.ts";
import { isUnreachable, RequestError } from "../api/request-error.ts";
import { Button } from "./button.tsx";
import { Drawing, type DrawingName } from "./drawing.tsx";
import { useUiText } from "./messages.ts";
import styles from "./page-state.module.css";
import { VisibleText } from "./visible-text.tsx";

/** Number of placeholder bars for each shape. */
const bars = { chart: 12, page: 6, rows: 8, text: 4 };

/** Shown while a view is loading. Its shape resembles the content. */
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

/** Empty state with a drawing. It can contain advice or an action. */
export function EmptyState({
  title,
  drawing = "list",
  isPage = false,
  children,
}: {
  readonly title: string;
  /** Drawing above the title. Default: a list. If `isPage` is set, the drawing of a missing page. */
  readonly drawing?: DrawingName | undefined;
  /** Whether the empty state is shown instead of the page. Its title is then the main heading. */
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

/** Shown when a view could not be loaded. Shows a different text if the user lacks the permission. */
export function ErrorState({
  error,
  isPage = false,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether the error is shown instead of the page. Its title is then the main heading. */
  readonly isPage?: boolean | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = useUiText();
  const isForbidden = error instanceof RequestError && error.isForbidden;
  const isMissing = isMissingPart(error);
  const Heading = isPage ? "h1" : "h2";
  // Reloads the page, because this is the only way to load a missing chunk again.
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
