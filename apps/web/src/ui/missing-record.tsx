import type { ReactNode } from "react";
import { useUiText } from "./messages.ts";
import { EmptyState } from "./page-state.tsx";

/** Shown instead of a record that does not exist. Gives the likely reasons. */
export function MissingRecord({
  title,
  isPage = true,
  children,
}: {
  readonly title: string;
  /** Whether this replaces the page, as in {@link EmptyState}. */
  readonly isPage?: boolean | undefined;
  /** Link to the list of such records. */
  readonly children?: ReactNode;
}) {
  const t = useUiText();
  return (
    <EmptyState isPage={isPage} title={title}>
      <p>{t("missingHint")}</p>
      {children}
    </EmptyState>
  );
}
