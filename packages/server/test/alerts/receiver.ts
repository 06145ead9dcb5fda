import type { ServerResponse } from "node:http";
import { expect, onTestFinished } from "vitest";
import { receiveRequests, signatureOf } from "../receive-requests.ts";
import { startTestServer, type TestServer } from "../test-server.ts";

/** Response data of documents in these tests. */
export type Fields = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- only read as selected

/** A request to the receiver, whose signature is valid. */
export interface Received {
  readonly id: string;
  readonly text: string;
  readonly body: Fields;
}

export interface Receiver {
  readonly server: TestServer["server"];
  readonly graphql: TestServer["graphql"];
  readonly channelId: string;
  readonly url: string;
  readonly received: readonly Received[];
  /** Executes a document as the owner. Rejects with its first error. */
  asOwner(query: string, variables?: object): Promise<Fields>;
  /** Resolves to the only request of a type. */
  next(type: string): Promise<Received>;
  reply(next: (response: ServerResponse) => void): void;
}

/** Starts a service, and a receiver on loopback that is its channel for events. */
export async function startReceiver(
  events: readonly string[] = [],
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const secret = { text: "" };
  let respond = (response: ServerResponse): void => void response.end("thanks");
  const { origin: url, close } = await receiveRequests((request, response) => {
    const { headers, body: text } = request;
    const isSigned = headers["webhook-signature"] === signatureOf(request, secret.text);
    const id = isSigned ? String(headers["webhook-id"]) : "wrong signature";
    received.push({ id, text, body: JSON.parse(text) as Fields });
    respond(response);
  });
  onTestFinished(close);
  const { server, graphql } = startTestServer({ noLogin: true, ...options });
  const { project } = await server.ready;
  const asOwner = async (query: string, variables: object = {}): Promise<Fields> => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-project": project.id, origin: "http://localhost" },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as {
      readonly data: Fields | null;
      readonly errors?: readonly { readonly message: string }[];
    };
    if (errors?.[0]) throw new Error(errors[0].message);
    return data ?? {};
  };
  const { createChannel } = await asOwner(
    "mutation ($channel: ChannelInput!) { createChannel(channel: $channel) { signingSecret channel { id } } }",
    { channel: { name: "Hook", kind: "WEBHOOK", url: `${url}/hidden-path-0123`, events } },
  );
  secret.text = createChannel.signingSecret;
  return {
    server,
    graphql,
    channelId: createChannel.channel.id,
    url,
    received,
    asOwner,
    async next(type) {
      const ofType = () => received.filter(({ body }) => body["type"] === type);
      await expect.poll(() => ofType().length, { timeout: 20_000 }).toBeGreaterThan(0);
      const [first, ...others] = ofType();
      if (first === undefined || others.length > 0) throw new Error(`Received ${others.length + 1} times: ${type}`);
      return first;
    },
    reply: (next) => void (respond = next),
  };
}
