import { Bell, BellOff } from "lucide-react";
import { useChange } from "../../api/use-request.ts";
import { type AlertFieldsFragment, silence } from "../../generated/alerts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useAlertsText } from "./messages.ts";

const silenceHours = [1, 8, 24, 168] as const;
const msPerHour = 3_600_000;

/** Menu that silences an alert for a time, or the button that ends the silence. */
export function SilenceMenu({
  alert: { id, name, silencedUntil },
  isIcon = false,
}: {
  readonly alert: Pick<AlertFieldsFragment, "id" | "name" | "silencedUntil">;
  /** Whether the button shows only an icon, as in a row of a list. */
  readonly isIcon?: boolean;
}) {
  const t = useAlertsText();
  const change = useChange(silence);
  const silenceFor = (hours: number): void =>
    change.mutate({ id, until: new Date(Date.now() + hours * msPerHour).toISOString() });
  const end = (): void => change.mutate({ id, until: null });
  return (
    <>
      <DialogError error={change.error} />
      {silencedUntil === null ? (
        <Menu
          trigger={
            isIcon ? (
              <IconButton size="small" label={t("silenceOf", { name })}>
                <BellOff size={14} />
              </IconButton>
            ) : (
              <Button>{t("silence")}</Button>
            )
          }
        >
          {silenceHours.map((hours) => (
            <MenuItem key={hours} onSelect={() => silenceFor(hours)}>
              {t(`silence_${hours}`)}
            </MenuItem>
          ))}
        </Menu>
      ) : isIcon ? (
        <IconButton size="small" label={t("endSilenceOf", { name })} disabled={change.isPending} onClick={end}>
          <Bell size={14} />
        </IconButton>
      ) : (
        <Button disabled={change.isPending} onClick={end}>
          {t("endSilence")}
        </Button>
      )}
    </>
  );
}
