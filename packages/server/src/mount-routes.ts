import type { Hono } from "hono";
import { every } from "hono/combine";
import { pino } from "pino";
import { actorName } from "./access/actor.ts";
import { isBrowserKey, quotaShareOf } from "./access/browser-key.ts";
import { actingStore } from "./access/acting-store.ts";
import { networkOfRequest } from "./http/client-address.ts";
import { createAccounts } from "./accounts/create-accounts.ts";
import { createEntryRoutes } from "./accounts/create-entry-routes.ts";
import { createOwnSessionRoutes } from "./accounts/create-own-session-routes.ts";
import { createNotifyAccount } from "./accounts/notify-account.ts";
import { createSecondFactorRoutes } from "./accounts/create-second-factor-routes.ts";
import { createPasswordResets } from "./accounts/password-resets.ts";
import { createResetRoutes } from "./accounts/create-reset-routes.ts";
import { createServiceRoutes } from "./accounts/create-service-routes.ts";
import { sendInvitation } from "./mail/send-invitation.ts";
import { createMailer } from "./mail/create-mailer.ts";
import { createSessionRoutes } from "./accounts/create-session-routes.ts";
import { createSsoRoutes } from "./accounts/create-sso-routes.ts";
import { createSessionMiddleware } from "./accounts/session-middleware.ts";
import { identifyPerson } from "./accounts/identify-person.ts";
import { Answers } from "./answers/answers.ts";
import { WorkTurns } from "./answers/work-turns.ts";
import { meteredStore } from "./answers/metered-store.ts";
import { createAuditRetention } from "./audit/audit-retention.ts";
import type { ServerOptions } from "./server-options.ts";
import { createFeedbackRoutes } from "./feedback/create-feedback-routes.ts";
import { createFeedbackTokens } from "./feedback/feedback-tokens.ts";
import { createFileRoutes } from "./files/create-file-routes.ts";
import { createOrphanedFiles } from "./files/orphaned-files.ts";
import type { OrphanedFiles } from "./files/orphaned-files.ts";
import { createProjectRoutes } from "./files/create-project-routes.ts";
import { createUrlSigner } from "./files/url-signer.ts";
import { createExperimentHandlers } from "./experiments/create-experiment-handlers.ts";
import type { CreateWorkContext } from "./experiments/work-handler.ts";
import { createArrivalSweep } from "./evaluation-rules/arrival-sweep.ts";
import { createRuleHandlers } from "./evaluation-rules/create-rule-handlers.ts";
import { createQueueHandlers } from "./review-queues/create-queue-handlers.ts";
import { createGraphQLEngine } from "./graphql/create-engine.ts";
import type { AppEnv } from "./http/app-env.ts";
import { Admission } from "./http/admission.ts";
import { admitRequests } from "./http/admit-requests.ts";
import { authenticate } from "./http/authenticate.ts";
import { createApp } from "./http/create-app.ts";
import { KeyUses } from "./http/key-uses.ts";
import { createGraphQLRoutes } from "./http/create-graphql-routes.ts";
import type { ContextSource } from "./http/create-graphql-routes.ts";
import { limitRequests } from "./http/request-limit.ts";
import { createTestLimit } from "./http/test-limit.ts";
import { createExplorerRoutes } from "./http/explorer/create-explorer-routes.ts";
import type { PublicUrl } from "./http/public-url.ts";
import { defaultLimits } from "./config/limits.ts";
import type { Limits } from "./config/limits.ts";
import { createJobRetention } from "./jobs/job-retention.ts";
import { JobLoop } from "./jobs/job-loop.ts";
import { wakeOnJobs } from "./jobs/wake-on-jobs.ts";
import { createLiveUpdates } from "./live/create-live-updates.ts";
import type { LiveUpdates } from "./live/create-live-updates.ts";
import { decorate } from "./store/decorate.ts";
import { createOtlpRoutes } from "./otlp/create-otlp-routes.ts";
import { type CodeRunner, createCodeRunner } from "./evaluators/code/code-runner.ts";
import { createMetricsRoutes } from "./metrics/create-metrics-routes.ts";
import { measureRequests } from "./metrics/measure-requests.ts";
import type { Storage } from "./open-storage.ts";
import { createAlertHandlers } from "./alerts/create-alert-handlers.ts";
import { createNotifier } from "./alerts/notifier.ts";
import { sendNotification } from "./mail/send-notification.ts";
import { createOutbound } from "./models/outbound.ts";
import { createModelCaller } from "./models/model-caller.ts";
import { Quotas } from "./quotas/quotas.ts";
import { createRequestQuota } from "./quotas/request-quota.ts";
import type { RequestContext } from "./resolvers/context.ts";
import { batchResolvers, resolvers } from "./resolvers/index.ts";
import { createLoaders } from "./resolvers/loaders.ts";
import { identifyShare } from "./shares/identify-share.ts";
import { createShareTokens } from "./shares/share-tokens.ts";
import type { BackgroundWork } from "./store/background-work.ts";
import { sharedThreadStore } from "./shares/shared-thread-store.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { traceOperations } from "./telemetry/trace-operations.ts";
import { traceSpans } from "./telemetry/trace-spans.ts";
import { traceStore } from "./telemetry/trace-store.ts";
import { createWebHandler } from "./web/create-web-handler.ts";

/** Maximum requests per minute from one network with one browser key. The key is public, so anyone can send them. */
const browserRequestsPerMinute = 600;

/** Server options after the defaults of the clock, the id generator and the public URL were applied. */
export interface MountOptions extends Omit<ServerOptions, "basePath" | "baseUrl" | "newId" | "now"> {
  readonly publicUrl: PublicUrl;
  readonly now: () => number;
  readonly newId: () => string;
}

/** The routes of the service, and everything that must be stopped when the server closes. */
export interface Mounted {
  readonly app: Hono<AppEnv>;
  readonly updates: LiveUpdates;
  readonly keyUses: KeyUses;
  readonly leftOver: OrphanedFiles;
  readonly quotas: Quotas;
  readonly auditRetention: BackgroundWork;
  readonly telemetry: Telemetry | undefined;
  readonly code: CodeRunner;
  readonly jobs: JobLoop;
  readonly jobRetention: BackgroundWork;
  readonly arrivals: BackgroundWork;
  /** Path of the link that creates the first account; null if an account exists. */
  readonly setupPath: string | null;
}

export async function mountRoutes(options: MountOptions, storage: Storage): Promise<Mounted> {
  const { now, newId, publicUrl, production = false, noLogin = false, proxies = 0 } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const log = options.logger || pino({ level: "silent" });
  // Loaded on demand: most installations have no metrics and start faster without this code.
  const { createMetrics } = options.metricsToken === undefined ? {} : await import("./metrics/create-metrics.ts");
  const admission = new Admission({ maxBytes: limits.maxPendingBytes, maxBodyBytes: limits.maxBodyBytes });
  const { openTelemetry } = options.otlpUrl === undefined ? {} : await import("./telemetry/open-telemetry.ts");
  const telemetry = await openTelemetry?.({
    url: options.otlpUrl ?? "",
    onError: (error) => log.warn({ err: error }, "sending traces failed"),
  });
  const records = telemetry ? traceStore(storage.store, telemetry) : storage.store;
  const work = new WorkTurns();
  const answers = new Answers(limits, work);
  const metrics = createMetrics?.(records, admission, answers);
  const updates = createLiveUpdates({ store: metrics?.store ?? records, feed: storage.feed, limits, log });
  const leftOver = createOrphanedFiles({ store: records, storage: storage.files, log });
  leftOver.remove();
  const jobs = new JobLoop({
    jobs: updates.store.jobs,
    now,
    log,
    isAlone: options.databaseUrl === undefined && options.store === undefined,
    onEnded: (kind, outcome) => metrics?.countJob(kind, outcome),
  });
  const jobRetention = createJobRetention({
    jobs: updates.store.jobs,
    now,
    onError: (error) => log.error({ err: error }, "deleting ended jobs failed"),
  });
  const waking = wakeOnJobs(updates.store, jobs);
  const store = decorate(waking, {
    projects: decorate(waking.projects, {
      async delete(...values) {
        const project = await records.projects.delete(...values);
        leftOver.remove();
        return project;
      },
    }),
  });
  const quotas = new Quotas({
    usage: store.usage,
    defaults: { stepsPerDay: limits.maxStepsPerDay, storedBytes: limits.maxStoredBytes },
    now,
    onError: (error) => log.error({ err: error }, "storing quotas failed"),
  });
  const auditRetention = createAuditRetention({
    store,
    days: options.auditDays ?? 400,
    now,
    onError: (error) => log.error({ err: error }, "deleting expired audit events failed"),
  });
  const signer = createUrlSigner({
    secret: await store.secret("signed-urls"),
    readSeconds: options.fileUrlSeconds,
    now,
  });
  const accounts = await createAccounts({ store, publicUrl, sso: options.sso, now, newId, log });
  const mailer = options.mail && !noLogin ? createMailer(options.mail) : null;
  const notify = createNotifyAccount(mailer, publicUrl);
  const person = identifyPerson({ store, accounts, noLogin });
  const middleware = createSessionMiddleware({
    accounts,
    basePath: publicUrl.basePath,
    ssoName: options.sso ? (options.sso.name ?? "single sign-on") : null,
    mayResetPassword: mailer !== null,
    noLogin,
    proxies,
    audit: { store, now, newId },
  });
  const limitCredentials = every(
    limitRequests({
      perMinute: limits.maxRequestsPerCredential,
      nameOf: (context) => actorName(context.get("actor")),
      whose: "An API key or account",
    }),
    limitRequests({
      perMinute: browserRequestsPerMinute,
      nameOf: (context) => {
        const actor = context.get("actor");
        return isBrowserKey(actor) ? `${actorName(actor)} ${networkOfRequest(context, proxies) ?? ""}` : null;
      },
      whose: "An address with a browser key",
    }),
  );
  const keyUses = new KeyUses({
    projects: store.projects,
    now,
    onError: (error) => log.error({ err: error }, "storing the last use of an API key failed"),
  });
  const guard = every(
    authenticate({ projects: store.projects, now, keyUses, identifyPerson: person }),
    limitCredentials,
  );
  const outbound = createOutbound({ hosts: options.modelHosts ?? [], allowsLoopback: noLogin });
  const models = createModelCaller(outbound);
  const notifier = createNotifier({
    outbound,
    sendMail: mailer && ((mail) => sendNotification(mailer, mail)),
    baseUrl: publicUrl.known,
    now,
  });
  const limitTests = createTestLimit();
  const code = createCodeRunner();
  const tokens = createShareTokens({ store, secret: await store.secret("share-links"), now });
  const feedback = createFeedbackTokens({ secret: await store.secret("feedback-tokens"), now });
  const createContext = ({ bodyBytes, requestUrl, ...source }: ContextSource): RequestContext => {
    const { actor, project, answer } = source;
    const metered = meteredStore(store, answer);
    const visible = actor.share ? sharedThreadStore(metered, actor.share.threadId) : actingStore(metered, actor);
    return {
      ...source,
      store: visible,
      quota: createRequestQuota({ quotas, projectId: project.id, bodyBytes, share: quotaShareOf(actor) }),
      retentionDays: options.retentionDays,
      models,
      notifier,
      limitTests,
      code: code.of(project.id),
      loaders: createLoaders(visible, project.id),
      now,
      newId,
      baseUrl: publicUrl.forRequest(requestUrl),
      sendInvitation: mailer ? (message) => sendInvitation(mailer, message, log) : undefined,
      signReadUrl: (objectKey) => signer.signReadUrl(publicUrl.forRequest(requestUrl), project.id, objectKey),
      shareTokenOf: (share) => tokens.tokenOf(project.id, share),
      feedbackTokenOf: (permit) => feedback.create(permit),
    };
  };
  const plainEngine = createGraphQLEngine({ resolvers, batchResolvers, limits, allowsIntrospection: !production });
  const engine = telemetry ? traceOperations(plainEngine, telemetry) : plainEngine;
  const app = createApp({
    store,
    log,
    newId,
    publicUrl,
    observers: [...(telemetry ? [traceSpans(telemetry)] : []), ...(metrics ? [measureRequests(metrics)] : [])],
    web: await createWebHandler({ webDir: options.webDir, basePath: publicUrl.basePath }),
    limitRequests: limitRequests({
      perMinute: limits.maxRequestsPerAddress,
      nameOf: (context) => networkOfRequest(context, proxies),
      whose: "An address",
    }),
    routes: [
      ...(production ? [] : [createExplorerRoutes({ basePath: publicUrl.basePath })]),
      createGraphQLRoutes({
        engine,
        // Only GraphQL accepts share links.
        authenticate: authenticate({
          projects: store.projects,
          now,
          keyUses,
          identifyPerson: identifyShare({ store, tokens, identifyPerson: person }),
        }),
        limits,
        limitRequests: limitCredentials,
        admitRequests: admitRequests(admission, limits.maxBodyBytes),
        createContext,
        answers,
        work,
        live: updates,
        proxies,
      }),
      createOtlpRoutes({
        store,
        now,
        keyUses,
        limits,
        limitRequests: limitCredentials,
        admitRequests: admitRequests(admission, limits.maxBodyBytes),
        createContext,
        answers,
        proxies,
        work,
        keepsAttributes: options.otlpAttributes !== "drop",
        isShared: options.databaseUrl !== undefined,
      }),
      createSessionRoutes({ store, accounts, middleware, notify, noLogin }),
      createOwnSessionRoutes({ store, accounts, middleware, now }),
      createSecondFactorRoutes({ store, accounts, middleware, notify }),
      createEntryRoutes({ store, accounts, middleware, now, newId }),
      ...(options.sso && !noLogin
        ? [createSsoRoutes({ store, accounts, middleware, now, basePath: publicUrl.basePath })]
        : []),
      createServiceRoutes({ store, middleware, publicUrl, mailer, sso: noLogin ? undefined : options.sso }),
      ...(mailer
        ? [
            createResetRoutes({
              accounts,
              middleware,
              resets: createPasswordResets({ accounts: store.accounts, now, newId }),
              mailer,
              notify,
              publicUrl,
              proxies,
            }),
          ]
        : []),
      ...(metrics ? [createMetricsRoutes({ metrics, token: options.metricsToken ?? "" })] : []),
      createProjectRoutes({ store, authenticate: guard, answers, maxUnreadMs: limits.maxUnreadMs }),
      createFeedbackRoutes({ store, tokens: feedback, quotas, now, proxies }),
      createFileRoutes({
        store,
        storage: storage.files,
        signer,
        authenticate: guard,
        maxUploadBytes: limits.maxUploadBytes,
        publicUrl,
        quotas,
        now,
        newId,
      }),
    ],
  });
  const setupPath = noLogin || (await accounts.isSetUp()) ? null : `/setup?token=${accounts.setupToken}`;
  const createWorkContext: CreateWorkContext = async (projectId, signal) => {
    const project = await store.projects.find(projectId);
    if (project === null) return null;
    const quota = createRequestQuota({ quotas, projectId, bodyBytes: 0, share: 1 });
    return { store, project, quota, models, code, loaders: createLoaders(store, projectId), now, newId, signal };
  };
  await jobs.start({
    ...createExperimentHandlers(createWorkContext, now),
    ...createRuleHandlers(createWorkContext, now),
    ...createQueueHandlers(createWorkContext),
    ...createAlertHandlers({ store, notifier, now }),
  });
  const arrivals = createArrivalSweep({
    store,
    now,
    onError: (error) => log.error({ err: error }, "could not find the steps to score with evaluation rules"),
  });
  return {
    app,
    updates,
    keyUses,
    leftOver,
    quotas,
    auditRetention,
    telemetry,
    code,
    jobs,
    jobRetention,
    arrivals,
    setupPath,
  };
}
