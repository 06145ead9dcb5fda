import { previewAlert } from "../alerts/preview-alert.ts";
import { changedInput, readAlert } from "../records/alerts.ts";
import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageWindow } from "../records/page-window.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { creationIn } from "./creation.ts";
import type { AlertChangeResolvers, AlertResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

const msPerDay = 86_400_000;
const maxSilenceDays = 365;

export const alertQueries: QueryResolvers = {
  alerts: (_parent, _args, { store, project }) => store.alerts.all(project.id),
  alert: (_parent, { id }, { store, project }) => store.alerts.get(project.id, id),

  async alertPreview(_parent, { alert }, { store, project, now }) {
    const { times, values, firings, ...rest } = await previewAlert(
      store.analytics,
      project.id,
      readAlert(alert, now()),
      now(),
    );
    return { ...rest, times: [...times], values: [...values], firings: [...firings] };
  },
};

export const alertMutations: MutationResolvers = {
  createAlert(_parent, { alert: input }, context) {
    const { store, project, now } = context;
    const creation = creationIn(context);
    const content = readAlert(input, now());
    const started = { ...noProgress, updatedAt: creation.createdAt, silencedUntil: null, changeCount: 0 };
    return store.alerts.create(project.id, { ...creation, ...content, ...started }, recordLimits.alerts);
  },

  async updateAlert(_parent, { id, alert: input }, { store, project, now }) {
    const before = await store.alerts.get(project.id, id);
    if (before === null) throw notFound("id", "alert", id);
    const content = readAlert(changedInput(before, input), now());
    const replaced = await store.alerts.replace(project.id, id, content, now());
    if (replaced === null) throw notFound("id", "alert", id);
    return replaced;
  },

  async silenceAlert(_parent, { id, until = null }, { store, project, now }) {
    if (until !== null && until > now() + maxSilenceDays * msPerDay) {
      throw badInput("until", `must be within ${maxSilenceDays} days`, maxSilenceDays);
    }
    // If `until` is null or in the past, the silence ends now. If the alert started to fire during the silence and
    // still fires, its channels are notified at the next evaluation.
    const silenced = await store.alerts.silence(project.id, id, Math.max(until ?? 0, now()));
    if (silenced === null) throw notFound("id", "alert", id);
    return silenced;
  },

  deleteAlert: (_parent, { id }, { store, project, now }) => store.alerts.delete(project.id, id, now()),
};

export const Alert: AlertResolvers = {
  groups: ({ groupStates }) => [...groupStates],
  firingGroupCount: ({ groupStates }) => groupStates.filter(({ state }) => state === "FIRING").length,
  filters: ({ filters }) => [...filters],
  channelIds: ({ channelIds }) => [...channelIds],
  silencedUntil: ({ silencedUntil }, _args, { now }) =>
    silencedUntil !== null && silencedUntil > now() ? silencedUntil : null,
  changes: ({ id }, args, { store, project }) =>
    store.alerts.history(project.id, id, { ...readPageWindow(args), groupId: args.groupId }),
};

export const AlertChange: AlertChangeResolvers = {
  at: ({ createdAt }) => createdAt,
  group: ({ groupValue }) => groupValue,
};
