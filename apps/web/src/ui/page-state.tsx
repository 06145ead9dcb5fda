import type { ReactNode } from "react";
import { isMissingPart } from "../api/missing-part.ts";
import { isUnreachable, RequestError } from "../api/request-error.ts";
import { Button } from "./button.tsx";
import { Drawing } from "./drawing.tsx";
import type { DrawingName } from "./drawing-shapes.tsx";
import { useUiText } from "./messages.ts";
import { missingPermission } from "./missing-permission.ts";
import styles from "./page-state.module.css";
import { VisibleText } from "./visible-text.tsx";

const bars = { chart: 12, page: 6, rows: 8, text: 4, thread: 9 };

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
  isPage = false,
  drawing = isPage ? "missing" : "list",
  children,
}: {
  readonly title: string;
  /** Name of the drawing above the title. Default: `list`, or `missing` if `isPage` is set. */
  readonly drawing?: DrawingName | undefined;
  /** Whether this replaces the page. The title is then the main heading. */
  readonly isPage?: boolean | undefined;
  readonly children?: ReactNode;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles.state}>
      <Drawing name={drawing} />
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
  /** Null if trying again cannot help. */
  readonly onRetry: (() => void) | null;
}) {
  const t = useUiText();
  const isForbidden = error instanceof RequestError && error.isForbidden;
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles.state} role="alert">
      <Heading>{isForbidden ? t("noPermission") : t("failed")}</Heading>
      <p>
        <Reason error={error} />
      </p>
      {!isForbidden && <RetryButton error={error} onRetry={onRetry} />}
    </div>
  );
}

/** A line of text while a value loads. If the request fails, shows its error instead, with a button to retry. */
export function LoadingText({
  text,
  error,
  onRetry,
}: {
  readonly text: string;
  /** Error of the request; null while it is running. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}) {
  if (error === null) {
    return (
      <p role="status" className={styles.quiet}>
        {text}
      </p>
    );
  }
  return <InlineError error={error} onRetry={onRetry} />;
}

/** Error of a request on one line, with a button to retry. */
export function InlineError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <div className={styles.inline} role="alert">
      <span>
        <Reason error={error} />
      </span>
      <RetryButton error={error} isSmall onRetry={onRetry} />
    </div>
  );
}

function Reason({ error }: { readonly error: unknown }) {
  const t = useUiText();
  if (isMissingPart(error)) return t("missingPart");
  const permission = missingPermission(error);
  if (permission) return t(permission);
  return isUnreachable(error) ? t("unreachable") : <VisibleText text={textOf(error)} />;
}

function RetryButton({
  error,
  isSmall = false,
  onRetry,
}: {
  readonly error: unknown;
  readonly isSmall?: boolean;
  readonly onRetry: (() => void) | null;
}) {
  const t = useUiText();
  // If a code file of the UI could not be loaded, only reloading the page requests the file again.
  const retry = isMissingPart(error) ? () => location.reload() : onRetry;
  return (
    retry && (
      <Button size={isSmall ? "small" : "normal"} onClick={retry}>
        {t("retry")}
      </Button>
    )
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
