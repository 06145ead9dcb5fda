import type { Service } from "./browser/open-ui.ts";

/** Ids of records that {@link seedAlert} stored. */
export interface SeededAlert {
  readonly alertId: string;
  readonly channelId: string;
}

/** Creates a channel, and an alert that names it. `graphql` acts as an owner, because keys cannot create channels. */
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
  const { createAlert } = (await graphql(
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
      }
    `,
    { channelIds: [channelId] },
  )) as { createAlert: { id: string } };
  return { alertId: createAlert.id, channelId };
}
