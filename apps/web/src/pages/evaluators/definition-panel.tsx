import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { RequestError } from "../../api/request-error.ts";
import { useChange } from "../../api/use-request.ts";
import { addEvaluatorVersion } from "../../generated/evaluators.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { draftOfVersion, type StoredVersion } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { TemplateChoice } from "./template-choice.tsx";
import { TestPanel } from "./test-panel.tsx";
import { useEvaluatorForm } from "./use-evaluator-form.ts";
import { VersionFields } from "./version-fields.tsx";

export function DefinitionPanel({
  evaluatorId,
  version,
  newest,
  onSaved,
  onOutdated,
}: {
  readonly evaluatorId: string;
  readonly version: StoredVersion;
  readonly newest: Pick<StoredVersion, "id" | "number">;
  readonly onSaved: (id: string) => void;
  /** Called if saving fails because the evaluator has a version that was created after `newest`. */
  readonly onOutdated: () => void;
}) {
  const t = useEvaluatorsText();
  const toast = useToast();
  const navigate = useNavigate({ from: "/projects/$projectId/evaluators/$evaluatorId" });
  const mayWrite = usePermission("write");
  const [initial] = useState(() => draftOfVersion(version));
  const { draft, setDraft, catalog, error, retry, read, scoreName } = useEvaluatorForm(initial);
  // Id of the newest version when the panel opened. If `newest.id` is different, a version was added since then:
  // another user saved one, or a review was added to the examples of the judge, which also creates a version.
  const [knownId] = useState(newest.id);
  const isOutdated = newest.id !== knownId && draft !== initial;
  const [problem, setProblem] = useState<Error | null>(null);
  const add = useChange(addEvaluatorVersion);
  const save = (): void => {
    if (!scoreName.check()) return;
    try {
      const content = read();
      setProblem(null);
      add.mutate(
        { evaluatorId, version: content, basedOn: newest.id },
        {
          onError: (failure) => {
            if (failure instanceof RequestError && failure.code === "CONFLICT") onOutdated();
          },
          onSuccess: ({ createEvaluatorVersion: { id, number } }) => {
            onSaved(id);
            toast({ text: t("saved", { number }) });
            void navigate({ search: ({ version: _version, ...rest }) => rest, replace: true });
          },
        },
      );
    } catch (failure) {
      setProblem(failure as Error);
    }
  };
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div className={styles.editor}>
      <fieldset className={styles.list} disabled={!mayWrite}>
        <div className={styles.form}>
          {draft.kind === "LLM" && mayWrite && (
            <details>
              <summary>{t("template")}</summary>
              <TemplateChoice
                draft={draft}
                catalog={catalog}
                onChoose={setDraft}
                onKind={(kind) => setDraft({ ...draft, kind })}
              />
            </details>
          )}
          <VersionFields draft={draft} catalog={catalog} scoreName={scoreName} onChange={setDraft} />
          {mayWrite && (
            <>
              <TextField
                label={t("note")}
                value={draft.note}
                onChange={({ target }) => setDraft({ ...draft, note: target.value })}
              />
              {isOutdated && <p role="status">{t("newerVersion", { number: newest.number })}</p>}
              <DialogError error={problem ?? add.error} />
              <div className={styles.actions}>
                <Button look="primary" disabled={add.isPending || draft === initial} onClick={save}>
                  {t(isOutdated ? "saveAnyway" : "saveVersion")}
                </Button>
              </div>
            </>
          )}
        </div>
      </fieldset>
      {mayWrite && (
        <TestPanel
          target={draft.target}
          read={read}
          scoreName={scoreName}
          versionId={draft === initial ? version.id : null}
        />
      )}
    </div>
  );
}
