import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { forgetSession } from "../../api/forget-session.ts";
import {
  endOtherSessions,
  endSession,
  type OwnSession,
  ownSessionsOptions,
  type Proof,
  signOutEverywhere,
} from "../../api/own-sessions.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { deviceName } from "./device-name.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { useSessionText } from "./session-messages.ts";
import styles from "./settings.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

type Ending = OwnSession | "everywhere" | "others";

export function SessionSettings() {
  const t = useSessionText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(ownSessionsOptions);
  const [ending, setEnding] = useState<Ending | null>(null);
  const end = async (proof: Proof): Promise<void> => {
    if (ending === "everywhere") {
      await signOutEverywhere(proof);
      forgetSession(client);
      await navigate({ to: "/login" });
      return;
    }
    await (ending === "others" || ending === null ? endOtherSessions(proof) : endSession({ ...proof, id: ending.id }));
    setEnding(null);
    await client.invalidateQueries(ownSessionsOptions);
  };
  const isOne = ending !== null && typeof ending !== "string";
  return (
    <div className={styles.card}>
      <h2>{t("sessions")}</h2>
      <p className={styles.about}>{t("about")}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState shape="rows" />}
      {data && <Sessions sessions={data} onEnd={setEnding} />}
      <div className={styles.actions}>
        {data && data.length > 1 && (
          <Button look="danger" onClick={() => setEnding("others")}>
            {t("endOthers")}
          </Button>
        )}
        <Button look="danger" onClick={() => setEnding("everywhere")}>
          {t("signOutEverywhere")}
        </Button>
      </div>
      {isOne && (
        <ProofDialog
          title={t("endTitle", { device: deviceName(ending.userAgent) ?? t("unknownDevice") })}
          about={t("endAbout")}
          action={t("end")}
          onProve={end}
          onClose={() => setEnding(null)}
        />
      )}
      {typeof ending === "string" && (
        <ProofDialog
          title={t(`${ending === "others" ? "endOthers" : "everywhere"}Title`)}
          about={t(`${ending === "others" ? "endOthers" : "everywhere"}About`)}
          action={t(ending === "others" ? "endOthers" : "signOutEverywhere")}
          onProve={end}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  );
}

function Sessions({
  sessions,
  onEnd,
}: {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (session: OwnSession) => void;
}) {
  const t = useSessionText();
  const formats = useFormats();
  const columns = ["device", "address", "signedIn", "lastSeen", "actions"] as const;
  return (
    <Table label={t("sessions")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
      {sessions.map((session) => {
        const device = deviceName(session.userAgent) ?? t("unknownDevice");
        const time = formats.dateTime(session.createdAt);
        return (
          <tr key={session.id}>
            <td
              className={styles.name}
              data-label={t("device")}
              title={session.userAgent === null ? undefined : visibleString(session.userAgent)}
            >
              <span>
                <VisibleText text={device} /> {session.isCurrent && <Badge tone="accent">{t("thisOne")}</Badge>}
              </span>
            </td>
            <td data-short data-label={t("address")}>
              {session.address === null ? t("unknownAddress") : <code>{session.address}</code>}
            </td>
            <td data-time data-label={t("signedIn")}>
              {time}
            </td>
            <td data-time data-label={t("lastSeen")} title={formats.dateTime(session.lastSeenAt)}>
              {formats.relativeTime(session.lastSeenAt)}
            </td>
            <td data-actions data-label={session.isCurrent ? undefined : t("actions")}>
              {!session.isCurrent && (
                <span>
                  <Button
                    data-row
                    size="small"
                    aria-label={t("endOf", { device, time })}
                    onClick={() => onEnd(session)}
                  >
                    {t("end")}
                  </Button>
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
