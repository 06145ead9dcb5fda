import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../api/project-id.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./page-state.tsx";
import { useUiText } from "./messages.ts";
import styles from "./not-found.module.css";
import { VisibleText } from "./visible-text.tsx";

/** Shown instead of a page that does not exist, with the address and links to pages that do. */
export function NotFound({
  title,
  about,
  children,
}: {
  readonly title?: string | undefined;
  /** Default: a hint that names the address. */
  readonly about?: string | undefined;
  /** Links; by default to the main pages of the project. */
  readonly children?: ReactNode;
}) {
  const t = useUiText();
  const router = useRouter();
  const projectId = useProjectId();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <EmptyState isPage title={title ?? t("notFound")}>
      <p>
        <VisibleText text={about ?? t("notFoundAbout", { path })} />
      </p>
      {children}
      <p className={styles.links}>
        {history.length > 1 && <Button onClick={() => router.history.back()}>{t("goBack")}</Button>}
        <Link to="/">{t("home")}</Link>
        {projectId !== null && children === undefined && (
          <>
            <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
              {t("toThreads")}
            </Link>
            <Link to="/projects/$projectId/dashboard" params={{ projectId }}>
              {t("toDashboard")}
            </Link>
          </>
        )}
      </p>
    </EmptyState>
  );
}
