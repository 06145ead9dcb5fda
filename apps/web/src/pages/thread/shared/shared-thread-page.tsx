import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { basePath } from "../../../api/base-path.ts";
import { RequestError } from "../../../api/request-error.ts";
import { request } from "../../../api/request.ts";
import { sharedHead } from "../../../generated/shared-thread.ts";
import { MissingRecord } from "../../../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useThreadText } from "../messages.ts";
import { readOutline } from "../outline/outline.ts";
import { ThreadView } from "../thread-view.tsx";
import { readSharedSteps } from "./read-shared-steps.ts";
import { shareHeaders } from "./share-headers.ts";
import styles from "./shared-thread-page.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";

const none = { mayAnnotate: false, mayWrite: false };

export function SharedThreadPage() {
  const t = useThreadText();
  const { token } = useParams({ from: "/shared/$token" });
  const search = useSearch({ from: "/shared/$token" });
  const navigate = useNavigate({ from: "/shared/$token" });
  const { data, error, refetch } = useQuery({
    queryKey: ["shared", token],
    structuralSharing: false,
    queryFn: ({ signal }) =>
      request({ projectId: null, headers: shareHeaders(token), operation: sharedHead, variables: {}, signal }),
  });
  const thread = data?.sharedThread ?? null;
  const outline = useMemo(() => readOutline(thread?.outline), [thread]);
  const title = thread?.name ?? thread?.id ?? t("thread");
  usePageTitle(title);
  const readSteps = useMemo(() => (ids: readonly string[]) => readSharedSteps(token, ids), [token]);

  const brand = (
    <p className={styles.brand}>
      <img src={`${basePath}favicon.svg`} alt="" />
      <strong>Threadline</strong>
      <span>{t("shared")}</span>
    </p>
  );
  if (error instanceof RequestError && error.isSignedOut) {
    return (
      <main className={styles.page}>
        {brand}
        <EmptyState isPage title={t("shareRevoked")}>
          {t("shareRevokedHint")}
        </EmptyState>
      </main>
    );
  }
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="thread" />;
  if (!thread)
    return (
      <main className={styles.page}>
        {brand}
        <MissingRecord title={t("missing")} />
      </main>
    );
  if (!outline) return <EmptyState isPage title={t("tooLong")} />;
  return (
    <main className={styles.page}>
      {brand}
      <ThreadView
        projectId=""
        threadId={thread.id}
        thread={thread}
        title={title}
        outline={outline}
        readSteps={readSteps}
        shareToken={token}
        rights={none}
        view={search.view ?? "chat"}
        selectedId={search.currentStepId ?? null}
        types={search.types}
        play={search.play}
        text={search.q}
        onNavigate={(change, hash) =>
          navigate({
            search: (before) => ({ ...before, ...change }),
            ...(hash !== undefined && { hash, hashScrollIntoView: false }),
            replace: true,
            state: true,
            resetScroll: false,
          })
        }
        onRefresh={async () => {
          await refetch();
        }}
        empty={<EmptyState title={t("noSteps")} />}
      />
    </main>
  );
}
