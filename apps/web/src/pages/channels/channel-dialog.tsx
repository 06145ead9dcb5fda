import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import {
  addChannel,
  type AddChannelMutationVariables,
  changeChannel,
  type ChannelFieldsFragment,
} from "../../generated/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import alertStyles from "../alerts/alerts.module.css";
import styles from "../evaluators/evaluators-page.module.css";
import { useChannelsText } from "./messages.ts";

type ChannelInput = AddChannelMutationVariables["channel"];

const kinds = ["WEBHOOK", "SLACK", "DISCORD", "EMAIL"] as const;
const events = ["PROMPT_PROMOTED", "EXPERIMENT_FINISHED", "DATASET_CHANGED", "QUEUE_EMPTY"] as const;

export function ChannelDialog({
  channel,
  onClose,
}: {
  readonly channel: ChannelFieldsFragment | null;
  readonly onClose: () => void;
}) {
  const t = useChannelsText();
  const ui = useUiText();
  const [name, setName] = useState(channel?.name ?? "");
  const [kind, setKind] = useState<(typeof kinds)[number]>(channel?.kind ?? "WEBHOOK");
  const [address, setAddress] = useState(channel?.kind === "EMAIL" ? channel.address : "");
  const [chosen, setChosen] = useState<ChannelInput["events"]>(channel?.events ?? []);
  const [replaces, setReplaces] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = useChange(addChannel);
  const change = useChange(changeChannel);
  const errors = useFormErrors(add.error ?? change.error, ["name", "url", "email"]);
  const finish = (signingSecret: string | null): void => {
    if (signingSecret === null) onClose();
    else setSecret(signingSecret);
  };
  const save = (): void => {
    const place = kind === "EMAIL" ? { email: address } : { url: address.trim() === "" ? null : address };
    const input: ChannelInput = { name, kind, events: chosen ?? [], ...place, replacesSigningSecret: replaces };
    if (channel) {
      change.mutate(
        { id: channel.id, channel: input },
        { onSuccess: ({ updateChannel }) => finish(updateChannel.signingSecret) },
      );
    } else add.mutate({ channel: input }, { onSuccess: ({ createChannel }) => finish(createChannel.signingSecret) });
  };
  if (secret !== null) {
    return (
      <Dialog title={t("secretTitle")} isOpen onClose={onClose}>
        <p>{t("secretAbout")}</p>
        <Code text={secret} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  const toggle = (event: (typeof events)[number], isChosen: boolean): void =>
    setChosen(isChosen ? [...(chosen ?? []), event] : (chosen ?? []).filter((each) => each !== event));
  return (
    <Dialog title={channel ? t("editTitle", { name: channel.name }) : t("add")} isOpen onClose={onClose}>
      <Form onSubmit={save}>
        <TextField
          label={t("name")}
          error={errors.fields.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {channel === null && (
          <SelectField
            label={t("kind")}
            options={kinds.map((each) => ({ value: each, label: t(each) }))}
            value={kind}
            onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
          />
        )}
        <TextField
          label={kind === "EMAIL" ? t("email") : t("url")}
          hint={channel && kind !== "EMAIL" ? t("urlKept", { address: channel.address }) : t(`hint_${kind}`)}
          error={errors.fields.url ?? errors.fields.email}
          type={kind === "EMAIL" ? "email" : "url"}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <fieldset className={styles.list}>
          <legend>{t("events")}</legend>
          <p className={styles.muted}>{t("eventsHint")}</p>
          {events.map((event) => (
            <label key={event} className={alertStyles.check}>
              <input
                type="checkbox"
                checked={chosen?.includes(event) ?? false}
                onChange={({ target }) => toggle(event, target.checked)}
              />
              {t(event)}
            </label>
          ))}
        </fieldset>
        {channel !== null && kind === "WEBHOOK" && (
          <label className={alertStyles.check}>
            <input type="checkbox" checked={replaces} onChange={({ target }) => setReplaces(target.checked)} />
            {t("replaceSecret")}
          </label>
        )}
        <DialogError error={errors.other} />
        <DialogActions>
          <Button type="button" onClick={onClose}>
            {ui("cancel")}
          </Button>
          <Button look="primary" type="submit" disabled={add.isPending || change.isPending}>
            {channel ? t("save") : t("create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
