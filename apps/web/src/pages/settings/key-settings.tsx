import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useProjectId } from "../../api/project-id.ts";
import { useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { type ApiKeyScope, endKey, makeKey, projectKeys, type ProjectKeysQuery } from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { CreatedKey } from "./created-key.tsx";
import { useSettingsText } from "./messages.ts";
import styles from "./settings.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";

type Key = ProjectKeysQuery["apiKeys"][number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Lifetimes of a new key in days; null: unlimited. */
const lifetimes = [null, 7, 30, 90, 365] as const;

export function KeySettings() {
  const t = useSettingsText();
  const { data, error, refetch } = useOperation(projectKeys, {});
  const [isAdding, setIsAdding] = useState(false);
  useNewHash(() => setIsAdding(true));
  const [ended, setEnded] = useState<Key | null>(null);
  const lastUse = useLastUse();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <section className={styles.part}>
      <div className={styles.row}>
        <p className={styles.about}>{t("keysAbout")}</p>
        <Button look="primary" onClick={() => setIsAdding(true)}>
          <Plus size={16} aria-hidden />
          {t("addKey")}
        </Button>
      </div>
      {data.apiKeys.length === 0 ? <EmptyState title={t("noKeys")} /> : <Keys keys={data.apiKeys} onEnd={setEnded} />}
      {isAdding && <AddKey onClose={() => setIsAdding(false)} />}
      <RemoveDialog
        id={ended?.id ?? null}
        operation={endKey}
        title={t("revokeTitle", { name: ended?.name ?? "" })}
        action={t("revoke")}
        onClose={() => setEnded(null)}
      >
        {ended && t("revokeUsed", { time: lastUse(ended) })} {t("revokeAbout")}
      </RemoveDialog>
    </section>
  );
}

/** Returns a function that describes when a key was last used. `lastUsedAt` can be up to an hour too old. */
function useLastUse(): (key: Key) => string {
  const t = useSettingsText();
  const formats = useFormats();
  return ({ lastUsedAt }) => {
    if (lastUsedAt === null) return t("noUse");
    return Date.now() - Date.parse(lastUsedAt) < hourMs ? t("lastHour") : formats.relativeTime(lastUsedAt);
  };
}

function Keys({ keys, onEnd }: { readonly keys: readonly Key[]; readonly onEnd: (key: Key) => void }) {
  const t = useSettingsText();
  const formats = useFormats();
  const lastUse = useLastUse();
  const projectId = useProjectId() ?? "";
  const columns = ["name", "key", "scopes", "created", "lastUsed", "expires", "actions"] as const;
  return (
    <Table label={t("keys")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
      {keys.map((key) => (
        <tr key={key.id}>
          <td
            data-label={t(columns[0])}
            className={classes(styles.keyName, key.revokedAt === null && !isExpired(key) ? undefined : styles.revoked)}
          >
            <Link
              to="/projects/$projectId/logs/$resource"
              params={{ projectId, resource: "steps" }}
              search={{ filters: [{ field: "apiKey", operator: "in", value: [key.name] }] }}
              title={visibleString(t("keySteps", { name: key.name }))}
              preload={false}
            >
              <VisibleText text={key.name} />
            </Link>
          </td>
          <td data-short data-label={t(columns[1])}>
            <code className={styles.key}>{key.prefix || key.last4 ? `${key.prefix}…${key.last4}` : t("preset")}</code>
          </td>
          <td data-label={t(columns[2])}>
            <span className={styles.tags}>
              {key.scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
              {key.origins?.map((origin) => (
                <VisibleText key={origin} text={origin} />
              ))}
            </span>
          </td>
          <td data-label={t(columns[3])} data-time>
            {formats.minute(key.createdAt)}
            <RowAbout text={key.createdBy === null ? null : t("by", { name: key.createdBy })} />
          </td>
          <td
            data-short
            data-label={t(columns[4])}
            title={key.lastUsedAt === null ? undefined : formats.minute(key.lastUsedAt)}
          >
            {lastUse(key)}
          </td>
          <td data-short data-label={t(columns[5])}>
            {key.expiresAt === null ? t("never") : formats.minute(key.expiresAt)}
            {isExpired(key) && (
              <>
                {" "}
                <Badge tone="danger">{t("expired")}</Badge>
              </>
            )}
          </td>
          <td data-actions data-label={t(columns[6])}>
            {key.revokedAt === null ? (
              <Button data-row size="small" aria-label={t("revokeKey", { name: key.name })} onClick={() => onEnd(key)}>
                {t("revoke")}
              </Button>
            ) : (
              t("revokedAt", { time: formats.minute(key.revokedAt) })
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function isExpired({ expiresAt }: Key): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

const scopes: readonly ApiKeyScope[] = ["ingest", "read", "write", "connections", "browser"];
const defaultScopes: readonly ApiKeyScope[] = ["ingest", "read", "write"];

function toggled(chosen: readonly ApiKeyScope[], scope: ApiKeyScope): readonly ApiKeyScope[] {
  if (chosen.includes(scope)) return chosen.filter((each) => each !== scope);
  if (scope === "browser") return [scope];
  return scopes.filter((each) => each !== "browser" && (each === scope || chosen.includes(each)));
}

function AddKey({ onClose }: { readonly onClose: () => void }) {
  const t = useSettingsText();
  const ui = useUiText();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly ApiKeyScope[]>(defaultScopes);
  const [origins, setOrigins] = useState("");
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>(null);
  const make = useChange(makeKey);
  const errors = useFormErrors(make.error, ["name", "origins"]);
  const isForPages = chosen.includes("browser");
  const create = (): void => {
    const given = isForPages ? { origins: origins.split(/[\s,]+/).filter((origin) => origin !== "") } : {};
    const expiresAt = lifetime === null ? null : new Date(Date.now() + lifetime * dayMs).toISOString();
    make.mutate({ name, scopes: [...chosen], expiresAt, ...given });
  };

  if (make.data) {
    const { secret } = make.data.createApiKey;
    return <CreatedKey secret={secret} scopes={chosen} onClose={onClose} />;
  }
  return (
    <Dialog title={t("addKey")} isOpen onClose={onClose}>
      <Form onSubmit={create}>
        <TextField
          label={t("name")}
          hint={t("keyNameHint")}
          error={errors.fields.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t("expires")}
          hint={t("expiresHint")}
          value={String(lifetime)}
          onChange={(value) => setLifetime(lifetimes.find((each) => String(each) === value) ?? null)}
          options={lifetimes.map((days) => ({
            value: String(days),
            label: days === null ? t("never") : t("afterDays", { count: days }),
          }))}
        />
        <fieldset className={styles.scopes}>
          <legend>{t("scopes")}</legend>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={() => setChosen(toggled(chosen, scope))}
              />
              <span>
                <strong>{scope}</strong> – {t(`scope_${scope}`)}
              </span>
            </label>
          ))}
        </fieldset>
        {isForPages && (
          <TextField
            label={t("origins")}
            hint={t("originsHint")}
            error={errors.fields.origins}
            value={origins}
            onChange={(event) => setOrigins(event.target.value)}
          />
        )}
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={make.isPending || chosen.length === 0}>
            {t("create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
