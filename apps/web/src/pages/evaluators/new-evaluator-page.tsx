import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addEvaluator } from "../../generated/evaluators.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { useRequiredName } from "../../ui/use-required-name.ts";
import { emptyDraft } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { FormSection } from "./form-section.tsx";
import { useEvaluatorsText } from "./messages.ts";
import { TemplateChoice } from "./template-choice.tsx";
import { TestPanel } from "./test-panel.tsx";
import { useEvaluatorForm } from "./use-evaluator-form.ts";
import { VersionFields } from "./version-fields.tsx";

export function NewEvaluatorPage() {
  const t = useEvaluatorsText();
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId/evaluators/new" });
  const search = useSearch({ from: "/projects/$projectId/evaluators/new" });
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<Error | null>(null);
  const { draft, setDraft, catalog, error, retry, read, scoreName } = useEvaluatorForm({ ...emptyDraft, ...search });
  const fields = useRef<HTMLElement>(null);
  const nameCheck = useRequiredName(name);
  const add = useChange(addEvaluator);
  const create = (): void => {
    // Checks the score name and the evaluator's name, so that both errors are shown. A failed check focuses its field.
    // The evaluator's name is checked last, because its field comes first on the page.
    const isScored = scoreName.check();
    if (!nameCheck.check() || !isScored) return;
    try {
      const version = read();
      setProblem(null);
      add.mutate(
        { evaluator: { name, description: description.trim() || null, isArchived: null }, version },
        {
          onSuccess: ({ createEvaluator: { id } }) =>
            void navigate({
              to: "/projects/$projectId/evaluators/$evaluatorId",
              params: { projectId, evaluatorId: id },
            }),
        },
      );
    } catch (failure) {
      setProblem(failure as Error);
    }
  };
  return (
    <Page
      title={t("add")}
      back={
        <Link to="/projects/$projectId/evaluators" params={{ projectId }}>
          {t("title")}
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <div className={styles.editor}>
          <div className={styles.form}>
            <FormSection title={t("template")}>
              <TemplateChoice
                draft={draft}
                catalog={catalog}
                onChoose={(next, { title }) => {
                  setDraft(next);
                  if (name.trim() === "") setName(title);
                  showBelow(fields.current);
                }}
                onKind={(kind) => {
                  setDraft({ ...draft, kind });
                  showBelow(fields.current);
                }}
              />
            </FormSection>
            <FormSection ref={fields} title={t("nameAndPurpose")}>
              <TextField
                {...nameCheck.field}
                label={t("name")}
                hint={t("nameHint")}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <TextArea
                label={t("description")}
                rows={2}
                value={description}
                onChange={({ target }) => setDescription(target.value)}
              />
            </FormSection>
            <VersionFields draft={draft} catalog={catalog} scoreName={scoreName} onChange={setDraft} />
            <DialogError error={problem ?? add.error} />
            <div className={styles.actions}>
              <Button look="primary" disabled={add.isPending} onClick={create}>
                {t("create")}
              </Button>
            </div>
          </div>
          <TestPanel target={draft.target} read={read} scoreName={scoreName} versionId={null} />
        </div>
      )}
    </Page>
  );
}

/**
 * On a phone, scrolls to a section and focuses it, unless its start is already in the upper three quarters of the
 * window. The template cards are higher than the window there, so the section is below it.
 */
function showBelow(section: HTMLElement | null): void {
  if (section === null || !matchMedia("(width < 40rem)").matches) return;
  if (section.getBoundingClientRect().top < 0.75 * window.innerHeight) return;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: "start" });
}
