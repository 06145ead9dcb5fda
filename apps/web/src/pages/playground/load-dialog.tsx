import { useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { promptDetail, promptList, promptVersionDetail } from "../../generated/prompts.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { type Column, columnOfVersion } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";

export function LoadDialog({
  onLoad,
  onClose,
}: {
  readonly onLoad: (column: Column) => void;
  readonly onClose: () => void;
}) {
  const t = usePlaygroundText();
  const ui = useUiText();
  const [chosen, setChosen] = useState<{ readonly name?: string; readonly version?: string }>({});
  const prompts = useOperation(promptList, { after: null, filters: [] });
  const names = prompts.data?.promptLineages.edges.map(({ node }) => node.name) ?? [];
  const name = chosen.name ?? names[0] ?? "";
  const prompt = useOperation(promptDetail, { name }, { enabled: name !== "" });
  const lineage = prompt.data?.promptLineage ?? null;
  const number = chosen.version ?? String(lineage?.championVersion ?? lineage?.latestVersion ?? "");
  const loaded = useOperation(
    promptVersionDetail,
    { name, version: Number(number) },
    { enabled: lineage !== null && number !== "" },
  );
  const version = loaded.data?.promptVersion ?? null;
  return (
    <Dialog title={t("loadTitle")} isOpen onClose={onClose}>
      <Form onSubmit={() => version && onLoad(columnOfVersion(name, version))}>
        {prompts.data && names.length === 0 && <p>{t("noPrompts")}</p>}
        {names.length > 0 && (
          <>
            <SelectField
              label={t("prompt")}
              value={name}
              options={names.map((each) => ({ value: each, label: each }))}
              onChange={(next) => setChosen({ name: next })}
            />
            <SelectField
              label={t("versionLabel")}
              value={number}
              options={(lineage?.versions ?? [])
                .toSorted((one, other) => other.version - one.version)
                .map((each) => ({ value: String(each.version), label: t("version", { version: each.version }) }))}
              onChange={(next) => setChosen({ name, version: next })}
            />
          </>
        )}
        <DialogError error={prompts.error ?? prompt.error ?? loaded.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={version === null}>
            {t("load")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
