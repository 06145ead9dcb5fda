import { JobError } from "../jobs/job-error.ts";
import { channelSecretName, type ChannelSecrets, openChannel as openSealed } from "../models/seal-secrets.ts";
import type { ChannelRecord, DeliveryAttempt } from "../store/channels.ts";
import type { JobResult } from "../store/jobs.ts";
import type { Store } from "../store/store.ts";
import type { Notifier, SendOutcome } from "./notifier.ts";

const interrupted = "The service stopped while it sent the email, which may have arrived. Resend it if it did not.";

/** Sends a queued notification to its channel. The outcome is stored in the transaction that ends the attempt. */
export async function deliver(
  { store, notifier, now }: { readonly store: Store; readonly notifier: Notifier; readonly now: () => number },
  projectId: string,
  { deliveryId, signal }: { readonly deliveryId: string; readonly signal: AbortSignal },
): Promise<JobResult> {
  const delivery = await store.channels.getDelivery(projectId, deliveryId);
  if (delivery === null || delivery.state !== "PENDING") return {};
  const { channelId, event, data, createdAt } = delivery;
  const channel = await store.channels.get(projectId, channelId);
  if (channel === null)
    throw new JobError("The notification was not sent, because its channel was deleted", { isFinal: true });
  // An email has no id by which its receiver could recognize a second copy, so it is sent only once.
  if (channel.kind === "EMAIL" && !(await store.channels.startSending(projectId, deliveryId))) {
    throw new JobError(interrupted, { isFinal: true });
  }
  const notified = { id: deliveryId, event, at: createdAt, data };
  const open = { channel, secrets: await secretsOf(store, projectId, channel) };
  const outcome = await notifier.send(open, notified, { project: { id: projectId }, signal });
  const deliveryAttempt = attemptOf(deliveryId, outcome, now());
  if (outcome.isDelivered) return { deliveryAttempt };
  const { failure, isFinal, retryAfterMs } = outcome;
  throw new JobError(failure ?? "", { isFinal, retryAfterMs, result: { deliveryAttempt } });
}

function attemptOf(deliveryId: string, outcome: SendOutcome, at: number): DeliveryAttempt {
  const { isDelivered, status, response, failure } = outcome;
  return { deliveryId, at, isDelivered, status, response, failure };
}

/** Decrypts the secrets of a channel; null if it has none, or if they cannot be decrypted. */
export async function secretsOf(
  store: Pick<Store, "secret">,
  projectId: string,
  { id, sealedSecrets }: Pick<ChannelRecord, "id" | "sealedSecrets">,
): Promise<ChannelSecrets | null> {
  if (sealedSecrets === null) return null;
  const key = await store.secret(channelSecretName);
  try {
    return openSealed(key, { projectId, id }, sealedSecrets);
  } catch {
    return null;
  }
}
