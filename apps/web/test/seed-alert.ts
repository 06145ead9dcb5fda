import type { Service } from "./browser/open-ui.ts";

/** Creates a channel as the owner, and an alert that names it. Returns their ids. */
export async function seedAlert({ graphql, url, projectId }: Service): Promise<{ alertId: string; channelId: string }> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-threadline-project": projectId, origin: new URL(url).origin },
    body: JSON.stringify({
      query: `mutation { createChannel(channel: {
        name: "On call", kind: SLACK, url: "https://hooks.slack.com/services/T0/B0/x", events: [PROMPT_PROMOTED, QUEUE_EMPTY]
      }) { channel { id } } }`,
    }),
  });
  const { data } = (await response.json()) as { data: { createChannel: { channel: { id: string } } } };
  const channelId = data.createChannel.channel.id;
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
