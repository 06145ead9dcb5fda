import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  channelDetail,
  type ChannelDetailQuery,
  removeChannel,
  sendAgain,
  sendTest,
} from "../../generated/channels.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { Facts } from "../../ui/facts.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { ChannelDialog } from "./channel-dialog.tsx";
import { deliveryTones } from "./delivery-tones.ts";
import { useChannelsText } from "./messages.ts";

type Channel = NonNullable<ChannelDetailQuery["channel"]>;

const route = { from: "/projects/$projectId/channels/$channelId" } as const;

export function ChannelPage() {
  const t = useChannelsText();
  const mayManage = usePermission("connections");
  const mayWrite = usePermission("write");
  const navigate = useNavigate();
  const { projectId, channelId } = useParams(route);
  const { data, error, refetch } = useOperation(channelDetail, { id: channelId });
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useChange(sendTest);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const { channel } = data;
  if (!channel) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/channels" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const alerts = data.alerts.filter(({ channelIds }) => channelIds.includes(channel.id));
  return (
    <Page
      title={channel.name}
      note={<Badge>{t(channel.kind)}</Badge>}
      back={
        <Link to="/projects/$projectId/channels" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <>
          {mayWrite && (
            <Button disabled={test.isPending} onClick={() => test.mutate({ id: channel.id })}>
              {t("test")}
            </Button>
          )}
          {mayManage && (
            <>
              <Button onClick={() => setIsEditing(true)}>{t("edit")}</Button>
              <MoreMenu>
                <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                  {t("remove")}
                </MenuItem>
              </MoreMenu>
            </>
          )}
        </>
      }
    >
      <div className={styles.main}>
        <Facts
          facts={[
            { label: t("address"), value: channel.address },
            { label: t("events"), value: channel.events.map((event) => t(event)).join(", ") || t("noEvents") },
            { label: t("alerts"), value: <AlertLinks channelId={channel.id} alerts={alerts} /> },
          ]}
        />
        {!channel.isReady && <p role="status">{t("notReady")}</p>}
        <DialogError error={test.error} />
        {test.data && <TestResult result={test.data.testChannel} />}
        <Deliveries channel={channel} isTested={test.data !== undefined} />
      </div>
      {isEditing && <ChannelDialog channel={channel} onClose={() => setIsEditing(false)} />}
      <RemoveDialog
        id={isRemoving ? channel.id : null}
        operation={removeChannel}
        title={t("removeTitle", { name: channel.name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/channels", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function AlertLinks({ channelId, alerts }: Pick<ChannelDetailQuery, "alerts"> & { readonly channelId: string }) {
  const t = useChannelsText();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  if (alerts.length === 0 && !mayWrite) return "–";
  return (
    <span className={styles.values}>
      {alerts.length === 0 && (
        <Link to="/projects/$projectId/alerts/new" params={{ projectId }} search={{ channel: channelId }}>
          {t("addAlert")}
        </Link>
      )}
      {alerts.map(({ id, name }) => (
        <Link key={id} to="/projects/$projectId/alerts/$alertId" params={{ projectId, alertId: id }}>
          <VisibleText text={name} />
        </Link>
      ))}
    </span>
  );
}

function TestResult({
  result: { ok, status, message },
}: {
  readonly result: { readonly ok: boolean; readonly status: number | null; readonly message: string };
}) {
  const t = useChannelsText();
  const text = status === null ? message : `${status} ${message}`;
  return (
    <p role="status">
      <Badge tone={ok ? "success" : "danger"}>{ok ? t("testOk") : t("testFailed")}</Badge> <VisibleText text={text} />
    </p>
  );
}

function Deliveries({ channel: { deliveries }, isTested }: { readonly channel: Channel; readonly isTested: boolean }) {
  const t = useChannelsText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const resend = useChange(sendAgain);
  const columns = [
    { key: "when", label: t("when") },
    { key: "event", label: t("event") },
    { key: "state", label: t("state") },
    { key: "attempts", label: t("attempts"), isNumber: true },
    { key: "response", label: t("response") },
    { key: "actions", label: t("actions") },
  ];
  return (
    <section className={styles.part}>
      <h2>{t("deliveries")}</h2>
      {deliveries.length === 0 && (
        <p className={styles.muted}>{isTested ? t("noDeliveries") : `${t("noDeliveries")} ${t("testHint")}`}</p>
      )}
      <DialogError error={resend.error} />
      {deliveries.length > 0 && (
        <Table label={t("deliveries")} columns={columns}>
          {deliveries.map(({ id, createdAt, event, data, state, attempts, status, response, failure }) => (
            <tr key={id}>
              <td data-time title={formats.dateTime(createdAt)}>
                {formats.relativeTime(createdAt)}
              </td>
              <td>
                {t(event)}
                <RowAbout text={nameIn(data)} />
              </td>
              <td>
                <Badge tone={deliveryTones[state]}>{t(state)}</Badge>
              </td>
              <td data-number>{formats.number(attempts)}</td>
              <td>
                <VisibleText
                  text={[status, failure ?? response].filter((part) => part !== null && part !== "").join(" ")}
                />
              </td>
              <td>
                {mayWrite && state !== "PENDING" && (
                  <Button size="small" disabled={resend.isPending} onClick={() => resend.mutate({ id })}>
                    {t("resend")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function nameIn(data: unknown): string | null {
  const { name } = Object(data) as { readonly name?: unknown };
  return typeof name === "string" ? name : null;
}
