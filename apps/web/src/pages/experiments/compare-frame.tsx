import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useExperimentsText } from "./messages.ts";

/**
 * Page that compares experiments. If there is only one experiment, the title of the page is the name of the experiment.
 */
export function CompareFrame({
  projectId,
  runs,
  datasets = [],
  actions,
  panel,
  children,
}: {
  readonly projectId: string;
  /** Names of the experiments; empty while they load. */
  readonly runs: readonly { readonly name: string }[];
  readonly datasets?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly actions?: ReactNode;
  readonly panel: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useExperimentsText();
  const [only, ...others] = runs;
  return (
    <Page
      title={only && others.length === 0 ? only.name : t("compareTitle")}
      note={datasets.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && " · "}
          <Link
            to="/projects/$projectId/datasets/$datasetId"
            params={{ projectId, datasetId: id }}
            search={{ version: undefined }}
          >
            <VisibleText text={t("ofDataset", { name })} />
          </Link>
        </Fragment>
      ))}
      back={
        <Link to="/projects/$projectId/experiments" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={actions}
      panel={panel}
    >
      {children}
    </Page>
  );
}
