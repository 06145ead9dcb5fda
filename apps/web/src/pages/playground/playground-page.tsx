import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { promptDetail, promptList, promptVersionDetail } from "../../generated/prompts.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { usePlaygroundText } from "./messages.ts";
import { PlaygroundEditor } from "./playground-editor.tsx";
import styles from "./playground-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Page to render and edit a prompt. Literal AI clients link here. */
export function PlaygroundPage() {
  const t = usePlaygroundText();
  const { projectId } = useParams({ from: "/projects/$projectId/playground" });
  const { name } = useSearch({ from: "/projects/$projectId/playground" });
  if (name !== undefined) return <PlaygroundOf name={name} />;
  return (
    <Page title={t("title")}>
      <EmptyState title={t("choose")}>
        <PromptChoice projectId={projectId} />
        <Link to="/projects/$projectId/prompts" params={{ projectId }}>
          {t("prompts")}
        </Link>
      </EmptyState>
    </Page>
  );
}

/** First page of the prompt list; a link leads to all. */
function PromptChoice({ projectId }: { readonly projectId: string }) {
  const t = usePlaygroundText();
  const { data, error } = useOperation(promptList, { after: null, filters: [] });
  if (error && !data) return null;
  if (!data) return <LoadingState shape="page" />;
  const names = data.promptLineages.edges.map(({ node }) => node.name);
  if (names.length === 0) return <p>{t("chooseHow")}</p>;
  return (
    <ul className={styles.choice}>
      {names.map((name) => (
        <li key={name}>
          <Link to="/projects/$projectId/playground" params={{ projectId }} search={{ name }}>
            <VisibleText text={name} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PlaygroundOf({ name }: { readonly name: string }) {
  const t = usePlaygroundText();
  const { projectId } = useParams({ from: "/projects/$projectId/playground" });
  const search = useSearch({ from: "/projects/$projectId/playground" });
  const { data, error, refetch } = useOperation(promptDetail, { name });
  const lineage = data?.promptLineage?.name === name ? data.promptLineage : undefined;
  const version = search.version ?? lineage?.championVersion ?? lineage?.latestVersion ?? null;
  const loaded = useOperation(
    promptVersionDetail,
    { name, version: version ?? 0 },
    { enabled: lineage !== undefined && version !== null },
  );
  const failure = error ?? loaded.error;
  if (failure) {
    return <ErrorState isPage error={failure} onRetry={() => void Promise.all([refetch(), loaded.refetch()])} />;
  }
  if (!data) return <LoadingState shape="page" />;
  if (data.promptLineage === null) return <EmptyState isPage title={t("missing", { name })} />;
  if (!lineage || (version !== null && !loaded.data)) return <LoadingState shape="page" />;
  const content = version === null ? null : (loaded.data?.promptVersion ?? null);
  if (version !== null && content === null) return <EmptyState isPage title={t("versionMissing", { version })} />;

  return (
    <Page
      title={t("titleOf", { name })}
      note={version === null ? t("firstVersion") : t("version", { version })}
      back={
        <Link to="/projects/$projectId/prompts/$name" params={{ projectId, name }}>
          <VisibleText text={name} />
        </Link>
      }
    >
      <PlaygroundEditor key={`${version} ${name}`} lineageId={lineage.id} name={name} version={content} />
    </Page>
  );
}
