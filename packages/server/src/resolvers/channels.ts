import { secretsOf } from "../alerts/deliver.ts";
import { channelSecretName, type ChannelSecrets, sealChannel } from "../models/seal-secrets.ts";
import { createSigningSecret } from "../models/sign-webhook.ts";
import { type ChannelContent, readChannel } from "../records/channels.ts";
import { badInput, RecordError } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageWindow } from "../records/page-window.ts";
import type { ChannelRecord } from "../store/channels.ts";
import type { RequestContext } from "./context.ts";
import { creationIn } from "./creation.ts";
import type { ChannelResolvers, DeliveryResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const channelQueries: QueryResolvers = {
  channels: (_parent, _args, { store, project }) => store.channels.all(project.id),
  channel: (_parent, { id }, { store, project }) => store.channels.get(project.id, id),
};

export const channelMutations: MutationResolvers = {
  async createChannel(_parent, { channel: input }, context) {
    const { store, project, models } = context;
    const content = readChannel(input, (url) => models.checkUrl(url));
    requireMail(content, context);
    const creation = creationIn(context);
    const { url, name, kind, events } = content;
    if (kind !== "EMAIL" && url === null) throw badInput("channel.url", `is required for the kind ${kind}`);
    const signingSecret = kind === "WEBHOOK" ? createSigningSecret() : null;
    const sealedSecrets = url && (await seal(context, creation.id, { url: url.href, signingSecret }));
    const address = content.email ?? url?.origin ?? "";
    const record = { ...creation, updatedAt: creation.createdAt, name, kind, events, address, sealedSecrets };
    return { channel: await store.channels.create(project.id, record, recordLimits.channels), signingSecret };
  },

  async updateChannel(_parent, { id, channel: input }, context) {
    const { store, project, models, now } = context;
    const content = readChannel(input, (url) => models.checkUrl(url));
    const before = await store.channels.get(project.id, id);
    if (before === null) throw notFound("id", "channel", id);
    if (before.kind !== content.kind)
      throw badInput("channel.kind", `must be ${before.kind}, because the kind of a channel cannot change`);
    if (before.address !== content.email) requireMail(content, context);
    const { signingSecret, ...secretFields } = await changeSecrets(
      before,
      content,
      input.replacesSigningSecret ?? false,
      context,
    );
    const { name, events, email } = content;
    const changed = { ...before, name, events, ...(email !== null && { address: email }), ...secretFields };
    const updatedAt = Math.max(now(), before.updatedAt + 1);
    const channel = await store.channels.replace(project.id, { ...changed, updatedAt }, before.updatedAt);
    if (channel === null) throw notFound("id", "channel", id);
    return { channel, signingSecret };
  },

  deleteChannel: (_parent, { id }, { store, project, now }) => store.channels.delete(project.id, id, now()),

  async testChannel(_parent, { id }, { store, project, notifier, limitTests, newId, now, signal }) {
    const channel = await store.channels.get(project.id, id);
    if (channel === null) throw notFound("id", "channel", id);
    if (notifier === undefined) throw new Error("This service cannot send notifications");
    await limitTests?.(project.id);
    const open = { channel, secrets: await secretsOf(store, project.id, channel) };
    const notified = { id: newId(), event: "TEST", at: now(), data: {} } as const;
    const { isDelivered, status, response, failure } = await notifier.send(open, notified, { project, signal });
    return { ok: isDelivered, status, message: failure ?? response ?? "" };
  },

  async resendDelivery(_parent, { id }, { store, project, now }) {
    const delivery = await store.channels.resend(project.id, id, now());
    if (delivery !== null) return delivery;
    const pending = await store.channels.getDelivery(project.id, id);
    if (pending === null) throw notFound("id", "delivery", id);
    throw new RecordError("CONFLICT", "The delivery is still pending, so it cannot be sent again yet");
  },
};

export const Channel: ChannelResolvers = {
  events: ({ events }) => [...events],
  isReady: ({ kind, sealedSecrets }) => kind === "EMAIL" || sealedSecrets !== null,
  deliveries: ({ id }, { state = null, ...args }, { store, project }) =>
    store.channels.deliveries(project.id, id, { state, ...readPageWindow(args) }),
};

export const Delivery: DeliveryResolvers = {
  data: ({ data }) => ({ ...data }),
};

function requireMail({ kind }: ChannelContent, { notifier }: RequestContext): void {
  if (kind === "EMAIL" && notifier?.hasMail !== true) {
    throw badInput("channel.kind", "EMAIL requires an SMTP server, which the operator can configure (--mail-url)");
  }
}

async function seal({ store, project }: RequestContext, id: string, secrets: ChannelSecrets): Promise<string> {
  return sealChannel(await store.secret(channelSecretName), { projectId: project.id, id }, secrets);
}

/**
 * Returns the secret fields after an update. `signingSecret` is the new signing secret; null if the update creates
 * none.
 */
async function changeSecrets(
  before: ChannelRecord,
  { kind, url }: ChannelContent,
  replacesSigningSecret: boolean,
  context: RequestContext,
): Promise<Partial<Pick<ChannelRecord, "address" | "sealedSecrets">> & { readonly signingSecret: string | null }> {
  if (kind === "EMAIL" || (url === null && !replacesSigningSecret)) return { signingSecret: null };
  const stored = await secretsOf(context.store, context.project.id, before);
  const href = url?.href ?? stored?.url;
  if (href === undefined) throw badInput("channel.url", "must be given again, because no readable URL is stored");
  const isNew = kind === "WEBHOOK" && (replacesSigningSecret || stored === null);
  const signingSecret = isNew ? createSigningSecret() : (stored?.signingSecret ?? null);
  const sealedSecrets = await seal(context, before.id, { url: href, signingSecret });
  return { address: new URL(href).origin, sealedSecrets, signingSecret: isNew ? signingSecret : null };
}
