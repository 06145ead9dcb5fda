import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { channelList, type ChannelListQuery } from "../../generated/channels.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { ChannelDialog } from "./channel-dialog.tsx";
import { deliveryTones } from "./delivery-tones.ts";
import { useChannelsText } from "./messages.ts";

const route = { from: "/projects/$projectId/channels" } as const;

export function ChannelsPage() {
  const t = useChannelsText();
  const formats = useFormats();
  const mayManage = usePermission("connections");
  const { projectId } = useParams(route);
  const { data, error, refetch } = useOperation(channelList, {});
  const [isAdding, setIsAdding] = useState(false);
  const add = mayManage && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.channels.length)}
      back={
        <Link to="/projects/$projectId/alerts" params={{ projectId }}>
          {t("alerts")}
        </Link>
      }
      actions={data && data.channels.length > 0 && add}
    >
      <RecordList
        records={data?.channels}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={add && <p>{add}</p>}
      >
        {(channels) => <ChannelTable channels={channels} alerts={data?.alerts ?? []} />}
      </RecordList>
      {isAdding && <ChannelDialog channel={null} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function ChannelTable({ channels, alerts }: ChannelListQuery) {
  const t = useChannelsText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const columns = [
    { key: "name", label: t("name") },
    { key: "kind", label: t("kind") },
    { key: "address", label: t("address") },
    { key: "events", label: t("events") },
    { key: "alerts", label: t("alerts"), isNumber: true },
    { key: "state", label: t("lastDelivery") },
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {channels.map(({ id, name, kind, address, events, isReady, deliveries: [last] }) => (
        <tr key={id}>
          <td data-label={t("name")}>
            <Link data-row="open" to="/projects/$projectId/channels/$channelId" params={{ projectId, channelId: id }}>
              <VisibleText text={name} />
            </Link>
            <RowAbout text={isReady ? null : t("notReady")} />
          </td>
          <td data-short data-label={t("kind")}>
            {t(kind)}
          </td>
          <td data-label={t("address")}>
            <VisibleText text={address} />
          </td>
          <td data-label={t("events")}>
            <span className={styles.values}>
              {events.map((event) => (
                <Badge key={event}>{t(event)}</Badge>
              ))}
            </span>
          </td>
          <td data-number data-label={t("alerts")}>
            {formats.number(alerts.filter(({ channelIds }) => channelIds.includes(id)).length)}
          </td>
          <td data-short data-label={t("lastDelivery")} title={last && formats.dateTime(last.createdAt)}>
            {last ? (
              <>
                <Badge tone={deliveryTones[last.state]}>{t(last.state)}</Badge>
                <RowAbout text={formats.relativeTime(last.createdAt)} />
              </>
            ) : (
              <span className={styles.muted}>{t("none")}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
