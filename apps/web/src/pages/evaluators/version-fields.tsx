import { useId } from "react";
import { useOperation } from "../../api/use-request.ts";
import { usePermission } from "../../api/use-permission.ts";
import { evaluatorConnections, evaluatorSchemas } from "../../generated/evaluators.ts";
import { CodeField } from "../../ui/code-field.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { RequiredName } from "../../ui/use-required-name.ts";
import { InlineError } from "../../ui/page-state.tsx";
import { BuiltInFields } from "./built-in-fields.tsx";
import { type Catalog, type EvaluatorDraft, kinds } from "./evaluator-draft.ts";
import { targets } from "./evaluator-search.ts";
import styles from "./evaluators-page.module.css";
import { FormSection } from "./form-section.tsx";
import { JudgeFields } from "./judge-fields.tsx";
import { useEvaluatorsText } from "./messages.ts";

export function VersionFields({
  draft,
  catalog,
  scoreName,
  onChange,
}: {
  readonly draft: EvaluatorDraft;
  readonly scoreName: RequiredName;
  readonly catalog: Catalog | undefined;
  readonly onChange: (draft: EvaluatorDraft) => void;
}) {
  const t = useEvaluatorsText();
  const mayWrite = usePermission("write");
  const listId = useId();
  const schemas = useOperation(evaluatorSchemas, {});
  const connections = useOperation(evaluatorConnections, {}, { enabled: mayWrite && draft.kind !== "CODE" });
  const usable = mayWrite ? connections.data?.modelConnections.filter(({ kind }) => kind !== "task") : [];
  return (
    <>
      <FormSection title={t("judges")}>
        <div className={styles.row}>
          <SelectField
            label={t("target")}
            value={draft.target}
            options={targets.map((value) => ({ value, label: t(value) }))}
            onChange={(value) => onChange({ ...draft, target: targets.find((target) => target === value) ?? "STEP" })}
          />
          <TextField
            {...scoreName.field}
            label={t("scoreName")}
            hint={t("scoreHint")}
            list={listId}
            value={draft.scoreName}
            onChange={({ target }) => onChange({ ...draft, scoreName: target.value })}
          />
          <datalist id={listId}>
            {schemas.data?.scoreSchemas.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </div>
      </FormSection>
      <FormSection title={t("howItJudges")}>
        <SelectField
          label={t("kind")}
          value={draft.kind}
          options={kinds.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => onChange({ ...draft, kind: kinds.find((kind) => kind === value) ?? "LLM" })}
        />
        {connections.error && !connections.data && (
          <InlineError error={connections.error} onRetry={() => void connections.refetch()} />
        )}
        {draft.kind === "LLM" && <JudgeFields draft={draft} connections={usable} onChange={onChange} />}
        {draft.kind === "BUILT_IN" && (
          <BuiltInFields draft={draft} scorers={catalog?.scorers ?? []} connections={usable} onChange={onChange} />
        )}
        {draft.kind === "CODE" && (
          <>
            <SelectField
              label={t("language")}
              value={draft.language}
              options={(["TYPESCRIPT", "JAVASCRIPT"] as const).map((value) => ({ value, label: t(value) }))}
              onChange={(value) =>
                onChange({ ...draft, language: value === "JAVASCRIPT" ? "JAVASCRIPT" : "TYPESCRIPT" })
              }
            />
            <CodeField
              label={t("code")}
              hint={t("codeHint")}
              value={draft.source}
              language={draft.language.toLowerCase()}
              onChange={(source) => onChange({ ...draft, source })}
            />
          </>
        )}
      </FormSection>
    </>
  );
}
