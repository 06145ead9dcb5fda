import type { JsonValue } from "@threadline/schema/sdk";
import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { changeItemSchema } from "../../generated/datasets.ts";
import { isJsonObject, parseJson } from "../../json/json-text.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useDatasetsText } from "./messages.ts";

const parts = ["input", "expectedOutput", "metadata"] as const;

export function SchemaDialog({
  datasetId,
  itemSchema,
  isReadOnly,
  onClose,
}: {
  readonly datasetId: string;
  readonly itemSchema: JsonValue | null;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      parts.map((part) => {
        const schema = isJsonObject(itemSchema ?? undefined)
          ? (itemSchema as Record<string, JsonValue>)[part]
          : undefined;
        return [part, schema === undefined ? "" : JSON.stringify(schema, null, 2)];
      }),
    ),
  );
  const change = useChange(changeItemSchema);
  const schemas = parts.map((part) => ({ part, parsed: parseJson(drafts[part] ?? "") }));
  const isInvalid = schemas.some(({ parsed }) => parsed.error !== null);
  const save = (): void => {
    const given = schemas.flatMap(({ part, parsed }) => (parsed.value === undefined ? [] : [[part, parsed.value]]));
    // `given` has entries of a part and its schema.
    const schema = given.length === 0 ? null : (Object.fromEntries(given) as Record<string, JsonValue>);
    change.mutate({ id: datasetId, itemSchema: schema }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t("schemaTitle")} isOpen isWide onClose={onClose}>
      <Form onSubmit={save}>
        <p>{t("schemaAbout")}</p>
        {parts.map((part) => (
          <JsonField
            key={part}
            label={t(part)}
            rows={part === "input" ? 10 : 5}
            value={drafts[part] ?? ""}
            isReadOnly={isReadOnly}
            onChange={(text) => setDrafts({ ...drafts, [part]: text })}
          />
        ))}
        <DialogError error={change.error} />
        {!isReadOnly && (
          <DialogActions>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button type="submit" look="primary" disabled={isInvalid || change.isPending}>
              {t("save")}
            </Button>
          </DialogActions>
        )}
      </Form>
    </Dialog>
  );
}
