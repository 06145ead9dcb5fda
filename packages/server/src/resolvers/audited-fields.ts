import { auditedDeletions } from "./audited-deletions.ts";
import type { RequestContext } from "./context.ts";
import { auditActorOf, recordEvent } from "../audit/record-event.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { AuditedAction } from "../audit/record-event.ts";

interface Done {
  readonly args: Readonly<Record<string, unknown>>;
  /** Null if the mutation found no record to change. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

/**
 * Audit event of a mutation. The event is recorded in the audit logs of the projects in `projectIds`. Default: only the
 * project of the request.
 */
type Noted = AuditedAction & { readonly projectIds?: readonly string[] };

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const texts = (list: unknown): string[] => (list as readonly unknown[]).map(String);
const part = (value: unknown): Readonly<Record<string, unknown>> => Object(value) as Readonly<Record<string, unknown>>;

/**
 * Audit events of mutations that change access. A test fails if a mutation that requires `admin` or `own` is missing.
 */
export const auditedFields: Readonly<Record<string, (done: Done) => Noted | Promise<Noted>>> = {
  "Mutation.createProject": ({ result }) => ({
    action: "projectCreated",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
    projectIds: [String(result["id"])],
  }),
  "Mutation.updateProject": ({ result, context }) => ({
    action: "projectRenamed",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
    details: { from: context.project.name },
  }),
  "Mutation.updateProjectLimits": ({ result, context }) => ({
    action: "limitsChanged",
    subjectId: context.project.id,
    subjectName: context.project.name,
    details: { ...part(result["own"]) } as JsonObject,
  }),
  "Mutation.requireSecondFactor": ({ args, result }) => ({
    action: args["isRequired"] === true ? "secondFactorRequired" : "secondFactorNotRequired",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
  }),
  // The project's audit log is deleted with the project. The event is therefore stored in other projects, where the
  // owner can read it.
  async "Mutation.deleteProject"({ result, context: { actor, store } }) {
    const memberships = actor.account ? await store.accounts.memberships(actor.account.id) : [];
    const owned = memberships.filter(({ role }) => role === "owner").map(({ project }) => project.id);
    const rest = actor.account ? owned : (await store.projects.list()).map(({ id }) => id);
    return {
      action: "projectDeleted",
      subjectId: text(result["id"]),
      subjectName: text(result["name"]),
      projectIds: rest.filter((id) => id !== result["id"]),
    };
  },
  // The entry does not contain the identifier of the user, because the user asked to be forgotten.
  "Mutation.deleteParticipantData": ({ args, result }) => ({
    action: "participantDataDeleted",
    subjectId: text(args["id"]),
    details: { ...result } as JsonObject,
  }),
  "Mutation.inviteMember": ({ args, result }) => ({
    action: "memberInvited",
    subjectId: text(part(result["invitation"])["id"]),
    subjectName: text(part(result["invitation"])["email"]),
    details: { role: text(args["role"]) },
  }),
  "Mutation.revokeInvitation": ({ result }) => ({
    action: "invitationRevoked",
    subjectId: text(result["id"]),
    subjectName: text(result["email"]),
  }),
  "Mutation.updateMemberRole": ({ result }) => ({
    action: "roleChanged",
    subjectId: text(result["accountId"]),
    subjectName: text(result["email"]),
    details: { role: text(result["role"]) },
  }),
  "Mutation.removeMember": ({ result }) => ({
    action: "memberRemoved",
    subjectId: text(result["accountId"]),
    subjectName: text(result["email"]),
    details: { role: text(result["role"]) },
  }),
  "Mutation.createApiKey": ({ result }) => ({
    action: "keyCreated",
    subjectId: text(part(result["apiKey"])["id"]),
    subjectName: text(part(result["apiKey"])["name"]),
    details: detailsOfKey(part(result["apiKey"])),
  }),
  "Mutation.revokeApiKey": ({ result }) => ({
    action: "keyRevoked",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
  }),
  "Mutation.createModelConnection": ({ args, result }) => ({
    action: "modelConnectionCreated",
    ...connectionOf(args, result),
  }),
  "Mutation.updateModelConnection": ({ args, result }) => ({
    action: "modelConnectionChanged",
    ...connectionOf(args, result),
  }),
  "Mutation.deleteModelConnection": ({ result }) => ({
    action: "modelConnectionDeleted",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
  }),
  "Mutation.checkModelConnection": ({ args, result }) => ({
    action: "modelConnectionTested",
    subjectId: text(args["id"]),
    subjectName: text(part(args["connection"])["name"]),
    details: {
      kind: text(part(args["connection"])["kind"]),
      baseUrl: text(part(args["connection"])["baseUrl"]),
      ok: result["ok"] === true,
      problem: text(result["problem"]),
    },
  }),
  "Mutation.createChannel": ({ result }) => ({ action: "channelCreated", ...channelOf(result) }),
  "Mutation.updateChannel": ({ result }) => ({ action: "channelChanged", ...channelOf(result) }),
  "Mutation.deleteChannel": ({ result }) => ({
    action: "channelDeleted",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
  }),
  "Mutation.shareThread": ({ result }) => ({
    action: "threadShared",
    subjectId: text(result["threadId"]),
    details: { link: text(result["id"]) },
  }),
  "Mutation.unshareThread": ({ result }) => ({
    action: "threadUnshared",
    subjectId: text(result["threadId"]),
    details: { link: text(result["id"]) },
  }),
};

/** Name and details of a channel, without its secrets. */
function channelOf(result: Done["result"]): Omit<Noted, "action"> {
  const channel = part(result["channel"]);
  const details = { kind: text(channel["kind"]), address: text(channel["address"]) };
  return { subjectId: text(channel["id"]), subjectName: text(channel["name"]), details };
}

/** Audit events of mutations that spend money or notify people, now or automatically later. */
const auditedRules: Readonly<Record<string, (done: Done) => Noted | Promise<Noted>>> = {
  async "Mutation.testChannel"({ args, result: { ok, status }, context: { store, project } }) {
    const id = text(args["id"]);
    const channel = id === null ? null : await store.channels.get(project.id, id);
    const details = { ok: ok === true, status: numberOf(status) };
    return { action: "channelTested", subjectId: id, subjectName: channel?.name ?? null, details };
  },
  "Mutation.createAlert": ({ result }) => ({ action: "alertCreated", ...namedOf(result) }),
  "Mutation.updateAlert": ({ result }) => ({ action: "alertChanged", ...namedOf(result) }),
  "Mutation.silenceAlert": ({ args, result }) => ({
    action: "alertSilenced",
    ...namedOf(result),
    details: { until: numberOf(args["until"]) },
  }),
  "Mutation.createEvaluationRule": ({ result }) => ({ action: "evaluationRuleCreated", ...ruleOf(result) }),
  "Mutation.updateEvaluationRule": ({ result }) => ({ action: "evaluationRuleChanged", ...ruleOf(result) }),
  "Mutation.backfillEvaluationRule": ({ args, result }) => ({
    action: "evaluationRuleBackfilled",
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
    details: { from: numberOf(args["from"]), until: numberOf(args["until"]) },
  }),
};

/** Audit events of the experiments that the service runs, because they send data to models and cost money. */
const auditedExperiments: Readonly<Record<string, (done: Done) => Noted>> = {
  "Mutation.startExperiments": ({ result }) => ({
    ...experimentOf(result, "experimentStarted"),
    details: { ...part(result["params"]) } as JsonObject,
  }),
  "Mutation.cancelExperimentRun": ({ result }) => experimentOf(result, "experimentCanceled"),
  "Mutation.retryExperimentRun": ({ result }) => experimentOf(result, "experimentContinued"),
};

function experimentOf({ id, name }: Done["result"], action: AuditedAction["action"]): Noted {
  return { action, subjectId: text(id), subjectName: text(name) };
}

/** Audit events of review queues, whose results train judges and gate releases. */
const auditedQueues: Readonly<Record<string, (done: Done) => Noted>> = {
  "Mutation.createReviewQueue": ({ result }) => ({ action: "reviewQueueCreated", ...queueOf(result) }),
  "Mutation.updateReviewQueue": ({ result }) => ({ action: "reviewQueueChanged", ...queueOf(result) }),
  "Mutation.addToReviewQueue": ({ result }) => {
    const { id, name } = part(result["queue"]);
    const details = { addedCount: numberOf(result["addedCount"]) };
    return { action: "reviewItemsAdded", subjectId: text(id), subjectName: text(name), details };
  },
};

export async function auditMutation(
  coordinate: string,
  args: object,
  result: unknown,
  context: RequestContext,
): Promise<void> {
  const describe =
    auditedFields[coordinate] ??
    auditedRules[coordinate] ??
    auditedExperiments[coordinate] ??
    auditedQueues[coordinate] ??
    deletionOf(coordinate);
  if (!describe || result === null || result === undefined) return;
  const actor = auditActorOf(context.actor, context.address ?? null);
  for (const each of Array.isArray(result) ? (result as readonly unknown[]) : [result]) {
    // oxlint-disable no-await-in-loop -- usually one record and one project
    const { projectIds = [context.project.id], ...event } = await describe({
      args: { ...args },
      result: part(each),
      context,
    });
    for (const projectId of projectIds) await recordEvent(context, projectId, actor, event);
    // oxlint-enable no-await-in-loop
  }
}

function deletionOf(coordinate: string): ((done: Done) => Noted) | undefined {
  const action = auditedDeletions[coordinate];
  // Users have no name. Their identifier is not logged, because they may have asked to be forgotten.
  return action && (({ result }) => ({ action, subjectId: text(result["id"]), subjectName: text(result["name"]) }));
}

/** Details of a connection: whether secrets were set, never the secrets themselves. */
function connectionOf(args: Done["args"], result: Done["result"]): Omit<Noted, "action"> {
  const given = part(args["connection"]);
  return {
    subjectId: text(result["id"]),
    subjectName: text(result["name"]),
    details: {
      kind: text(result["kind"]),
      baseUrl: text(result["baseUrl"]),
      replacedKey: given["apiKey"] !== undefined,
      replacedHeaders: given["headers"] != null,
    },
  };
}

function namedOf({ id, name, isOn }: Done["result"]): Omit<Noted, "action"> {
  return { subjectId: text(id), subjectName: text(name), details: { isOn: isOn === true } };
}

function ruleOf({ id, name, mode, sampleRate, dailySpendLimit }: Done["result"]): Omit<Noted, "action"> {
  const details = { mode: text(mode), sampleRate: numberOf(sampleRate), dailySpendLimit: numberOf(dailySpendLimit) };
  return { subjectId: text(id), subjectName: text(name), details };
}

function queueOf({ id, name, source, reviewsPerItem, isBlind }: Done["result"]): Omit<Noted, "action"> {
  const details = { source: text(source), reviewsPerItem: numberOf(reviewsPerItem), isBlind: isBlind === true };
  return { subjectId: text(id), subjectName: text(name), details };
}

function detailsOfKey({
  scopes,
  origins,
  expiresAt,
}: Readonly<Record<string, unknown>>): Record<string, string[] | number> {
  return {
    scopes: texts(scopes),
    ...(origins == null ? {} : { origins: texts(origins) }),
    ...(typeof expiresAt === "number" && { expiresAt }),
  };
}
