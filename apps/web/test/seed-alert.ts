import type { Service } from "./browser/open-ui.ts";

export interface SeededAlert {
  readonly alertId: string;
  readonly channelId: string;
  readonly groupedAlertId: string;
}

/**
 * Creates a channel, an alert that notifies it, and an alert by group. Requires a `graphql` of an owner, because keys
 * cannot create channels.
 */
export async function seedAlert(graphql: Service["graphql"]): Promise<SeededAlert> {
  const { createChannel } = (await graphql(
    `
      mutation ($channel: ChannelInput!) {
        createChannel(channel: $channel) {
          channel {
            id
          }
        }
      }
    `,
    {
      channel: {
        name: "On call",
        kind: "SLACK",
        url: "https://hooks.slack.com/services/T0/B0/x",
        events: ["PROMPT_PROMOTED", "QUEUE_EMPTY"],
      },
    },
  )) as { createChannel: { channel: { id: string } } };
  const channelId = createChannel.channel.id;
  const { createAlert, grouped } = (await graphql(
    `
      mutation ($channelIds: [String!]) {
        createAlert(
          alert: {
            name: "Errors of the assistant"
            metric: errorCount
            perRecord: true
            kind: ABOVE
            threshold: 0.05
            period: DAY
            channelIds: $channelIds
            isOn: true
          }
        ) {
          id
        }
        grouped: createAlert(
          alert: {
            name: "Errors by step"
            metric: errorCount
            resource: steps
            groupBy: name
            kind: ABOVE
            threshold: 1
            period: HOUR
            isOn: true
          }
        ) {
          id
        }
      }
    `,
    { channelIds: [channelId] },
  )) as { createAlert: { id: string }; grouped: { id: string } };
  return { alertId: createAlert.id, channelId, groupedAlertId: grouped.id };
}
