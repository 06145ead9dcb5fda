import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { basePath } from "./api/base-path.ts";
import { parseSearch, stringifySearch } from "./api/search-text.ts";
import { sessionOptions } from "./api/session.ts";
import { isSetupLink, readResetLink } from "./api/sign-in.ts";
import { readDashboardSearch } from "./pages/dashboard/dashboard-search.ts";
import { readLoginSearch, readTokenSearch } from "./pages/login/login-search.ts";
import { findJudgeCall, readJudgeCallSearch } from "./pages/logs/find-judge-call.ts";
import { readLogSearch } from "./pages/logs/log-search.ts";
import { readAuditSearch } from "./pages/settings/audit/audit-search.ts";
import { readPriceSearch } from "./pages/model-prices/price-search.ts";
import { lazyPage } from "./api/lazy-page.ts";
import { preloadDashboard, preloadPeriod, preloadValues } from "./pages/dashboards/preload-dashboard.ts";
import { preloadThread } from "./pages/thread/thread-data.ts";
import { readCompareThreadsSearch } from "./pages/thread/compare/compare-threads-search.ts";
import { readThreadSearch } from "./pages/thread/thread-search.ts";
import { readDatasetSearch, readDatasetsSearch } from "./pages/datasets/dataset-search.ts";
import { readCompareSearch, readExperimentsSearch } from "./pages/experiments/experiment-search.ts";
import { readNewRuleSearch } from "./pages/evaluation-rules/rule-search.ts";
import { readNewAlertSearch } from "./pages/alerts/alert-search.ts";
import {
  readEvaluatorSearch,
  readEvaluatorsSearch,
  readNewEvaluatorSearch,
} from "./pages/evaluators/evaluator-search.ts";
import { readPlaygroundSearch } from "./pages/playground/playground-search.ts";
import { readQueueSearch } from "./pages/review-queues/queue-search.ts";
import { readPromptSearch, readPromptsSearch } from "./pages/prompts/prompt-search.ts";
import { readSchemasSearch } from "./pages/score-schemas/schema-search.ts";
import { readUserSearch } from "./pages/users/user-search.ts";
import { projectPathOf } from "./shell/project-path.ts";
import { NotFound } from "./ui/not-found.tsx";
import { ProjectShell } from "./shell/project-shell.tsx";
import { RootFrame } from "./shell/root-frame.tsx";
import { ErrorState, LoadingState } from "./ui/page-state.tsx";

interface RouterContext {
  readonly queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootFrame,
  notFoundComponent: () => <NotFound />,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

/** Home page. Redirects to the logs of the newest project, or to the sign-in page. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionOptions);
    if (!session.account && !session.noLogin) throw redirect({ to: "/login" });
    const [project] = session.projects;
    if (project)
      throw redirect({
        to: "/projects/$projectId/logs/$resource",
        params: { projectId: project.id, resource: "threads" },
      });
  },
  component: lazyPage(() => import("./shell/no-projects.tsx"), "NoProjects"),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: readLoginSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionOptions),
  component: lazyPage(() => import("./pages/login/login-page.tsx"), "LoginPage"),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  validateSearch: readTokenSearch,
  loaderDeps: ({ search }) => ({ token: search.token ?? "" }),
  // Reports an invalid link before the user fills in the form.
  loader: ({ deps }) => isSetupLink(deps.token),
  component: lazyPage(() => import("./pages/login/setup-page.tsx"), "SetupPage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyPage(() => import("./pages/login/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  validateSearch: readTokenSearch,
  loaderDeps: ({ search }) => ({ token: search.token ?? "" }),
  loader: ({ deps }) => readResetLink(deps.token),
  component: lazyPage(() => import("./pages/login/reset-password-page.tsx"), "ResetPasswordPage"),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  validateSearch: readTokenSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionOptions),
  component: lazyPage(() => import("./pages/login/invitation-page.tsx"), "InvitationPage"),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$projectId",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionOptions);
    if (!session.account && !session.noLogin) throw redirect({ to: "/login", search: { next: location.href } });
  },
  component: ProjectShell,
});

/**
 * Makes the router mount a page again when its path parameters change, so that it never shows the content of another
 * record.
 */
function byParams<Params>({ params }: { readonly params: Params }): Params {
  return params;
}

function keepSearch(search: Record<string, unknown>): object {
  return search;
}

function toProjectPath(projectId: string, path: string, search: object) {
  const to: string = `/projects/${encodeURIComponent(projectId)}/${path}`;
  // The cast is safe, because the target page validates the parameters.
  return redirect({ to, search: search as Record<string, never>, replace: true });
}

/** Redirects paths without a project id, such as `/logs` and `/threads/{id}`, to the newest project of the user. */
const shortRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$",
  validateSearch: keepSearch,
  beforeLoad: async ({ context, params, location }) => {
    const path = projectPathOf(params._splat ?? "");
    if (path === null) return;
    const session = await context.queryClient.ensureQueryData(sessionOptions);
    if (!session.account && !session.noLogin) throw redirect({ to: "/login", search: { next: location.href } });
    const [project] = session.projects;
    if (project) throw toProjectPath(project.id, path, location.search);
  },
  component: () => <NotFound />,
});

/** Redirects a short path within a project to the full path, for example `traces` to `logs/threads`. */
const shortProjectRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "$",
  validateSearch: keepSearch,
  beforeLoad: ({ params, location }) => {
    const given = params._splat ?? "";
    const path = projectPathOf(given);
    if (path === null || path === given) return;
    throw toProjectPath(params.projectId, path, location.search);
  },
  component: () => <NotFound />,
});

const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$projectId/logs/$resource", params: { ...params, resource: "threads" } });
  },
});

const startRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/start",
  component: lazyPage(() => import("./pages/start/start-page.tsx"), "StartPage"),
});

/** Ignores that requests could not be sent early. The page then sends them, and shows the error. */
function ignoreFailure(early: Promise<void>): void {
  early.catch(() => undefined);
}

const dashboardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/dashboard",
  validateSearch: readDashboardSearch,
  loader: ({ context, params, location }) =>
    ignoreFailure(preloadPeriod(context.queryClient, params.projectId, location.search)),
  component: lazyPage(() => import("./pages/dashboard/dashboard-page.tsx"), "DashboardPage"),
});

const dashboardsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/dashboard/list",
  loader: ({ context, params }) => ignoreFailure(preloadPeriod(context.queryClient, params.projectId, {})),
  component: lazyPage(() => import("./pages/dashboards/dashboards-page.tsx"), "DashboardsPage"),
});

const ownDashboardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/dashboard/$dashboardId",
  validateSearch: readDashboardSearch,
  remountDeps: byParams,
  loader: ({ context, params, location }) =>
    ignoreFailure(preloadDashboard(context.queryClient, params, location.search)),
  // The values are many requests, so they are not requested when the user only points at a link.
  beforeLoad: ({ context, params, search, preload }) => {
    if (!preload) ignoreFailure(preloadValues(context.queryClient, params, search));
  },
  component: lazyPage(() => import("./pages/dashboards/own-dashboard-page.tsx"), "OwnDashboardPage"),
});

const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/logs/$resource",
  validateSearch: readLogSearch,
  component: lazyPage(() => import("./pages/logs/logs-page.tsx"), "LogsPage"),
});

const threadRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/logs/threads/$threadId",
  validateSearch: readThreadSearch,
  loader: ({ context, params }) => preloadThread(context.queryClient, params.projectId, params.threadId),
  component: lazyPage(() => import("./pages/thread/thread-page.tsx"), "ThreadPage"),
});

const compareThreadsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/logs/compare",
  validateSearch: readCompareThreadsSearch,
  component: lazyPage(() => import("./pages/thread/compare/compare-threads-page.tsx"), "CompareThreadsPage"),
});

const judgeCallRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/logs/scores/$scoreId/call",
  validateSearch: readJudgeCallSearch,
  loaderDeps: ({ search: { until } }) => ({ until }),
  loader: async ({ params: { projectId, scoreId }, deps: { until } }) => {
    const stepId = await findJudgeCall(projectId, scoreId, until);
    if (stepId === null) return;
    throw redirect({
      to: "/projects/$projectId/logs/steps/$stepId",
      params: { projectId, stepId },
      search: { currentStepId: stepId },
      replace: true,
    });
  },
  component: lazyPage(() => import("./pages/logs/judge-call-page.tsx"), "JudgeCallPage"),
});

/** Page of a run or generation without a thread. */
const stepRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/logs/steps/$stepId",
  validateSearch: readThreadSearch,
  component: lazyPage(() => import("./pages/thread/step-page.tsx"), "StepPage"),
});

const promptsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/prompts",
  validateSearch: readPromptsSearch,
  component: lazyPage(() => import("./pages/prompts/prompts-page.tsx"), "PromptsPage"),
});

const promptRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/prompts/$name",
  validateSearch: readPromptSearch,
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/prompts/prompt-page.tsx"), "PromptPage"),
});

/** Page with the path that the Literal AI clients print in their links. */
const playgroundRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/playground",
  validateSearch: readPlaygroundSearch,
  component: lazyPage(() => import("./pages/playground/playground-page.tsx"), "PlaygroundPage"),
});

const datasetsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/datasets",
  validateSearch: readDatasetsSearch,
  component: lazyPage(() => import("./pages/datasets/datasets-page.tsx"), "DatasetsPage"),
});

const datasetRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/datasets/$datasetId",
  validateSearch: readDatasetSearch,
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/datasets/dataset-page.tsx"), "DatasetPage"),
});

const experimentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/experiments",
  validateSearch: readExperimentsSearch,
  component: lazyPage(() => import("./pages/experiments/experiments-page.tsx"), "ExperimentsPage"),
});

const compareRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/experiments/compare",
  validateSearch: readCompareSearch,
  component: lazyPage(() => import("./pages/experiments/compare-page.tsx"), "ComparePage"),
});

const evaluatorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluators",
  validateSearch: readEvaluatorsSearch,
  component: lazyPage(() => import("./pages/evaluators/evaluators-page.tsx"), "EvaluatorsPage"),
});

const newEvaluatorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluators/new",
  validateSearch: readNewEvaluatorSearch,
  component: lazyPage(() => import("./pages/evaluators/new-evaluator-page.tsx"), "NewEvaluatorPage"),
});

const evaluatorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluators/$evaluatorId",
  validateSearch: readEvaluatorSearch,
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/evaluators/evaluator-page.tsx"), "EvaluatorPage"),
});

const alertsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/alerts",
  component: lazyPage(() => import("./pages/alerts/alerts-page.tsx"), "AlertsPage"),
});

const newAlertRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/alerts/new",
  validateSearch: readNewAlertSearch,
  component: lazyPage(() => import("./pages/alerts/new-alert-page.tsx"), "NewAlertPage"),
});

const alertRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/alerts/$alertId",
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/alerts/alert-page.tsx"), "AlertPage"),
});

const channelsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/channels",
  component: lazyPage(() => import("./pages/channels/channels-page.tsx"), "ChannelsPage"),
});

const channelRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/channels/$channelId",
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/channels/channel-page.tsx"), "ChannelPage"),
});

const evaluationRulesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluation-rules",
  component: lazyPage(() => import("./pages/evaluation-rules/rules-page.tsx"), "RulesPage"),
});

const newEvaluationRuleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluation-rules/new",
  validateSearch: readNewRuleSearch,
  component: lazyPage(() => import("./pages/evaluation-rules/new-rule-page.tsx"), "NewRulePage"),
});

const evaluationRuleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/evaluation-rules/$ruleId",
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/evaluation-rules/rule-page.tsx"), "RulePage"),
});

const reviewQueuesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/review-queues",
  component: lazyPage(() => import("./pages/review-queues/queues-page.tsx"), "QueuesPage"),
});

const newReviewQueueRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/review-queues/new",
  component: lazyPage(() => import("./pages/review-queues/new-queue-page.tsx"), "NewQueuePage"),
});

const reviewQueueRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/review-queues/$queueId",
  validateSearch: readQueueSearch,
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/review-queues/queue-page.tsx"), "QueuePage"),
});

const reviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/review-queues/$queueId/review",
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/review-queues/review-page.tsx"), "ReviewPage"),
});

const sharedThreadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/shared/$token",
  validateSearch: readThreadSearch,
  component: lazyPage(() => import("./pages/thread/shared/shared-thread-page.tsx"), "SharedThreadPage"),
});

const usersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/users",
  validateSearch: readUserSearch,
  component: lazyPage(() => import("./pages/users/users-page.tsx"), "UsersPage"),
});

const userRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/users/$userId",
  validateSearch: readDashboardSearch,
  remountDeps: byParams,
  component: lazyPage(() => import("./pages/users/user-page.tsx"), "UserPage"),
});

const scoreSchemasRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/score-schemas",
  validateSearch: readSchemasSearch,
  component: lazyPage(() => import("./pages/score-schemas/score-schemas-page.tsx"), "ScoreSchemasPage"),
});

const modelPricesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/model-prices",
  validateSearch: readPriceSearch,
  component: lazyPage(() => import("./pages/model-prices/model-prices-page.tsx"), "ModelPricesPage"),
});

const settingsHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$projectId/settings/$section", params: { ...params, section: "project" } });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/$section",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
});

const routeTree = rootRoute.addChildren([
  sharedThreadRoute,
  shortRoute,
  homeRoute,
  loginRoute,
  setupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  invitationRoute,
  projectRoute.addChildren([
    projectHomeRoute,
    shortProjectRoute,
    startRoute,
    dashboardRoute,
    dashboardsRoute,
    ownDashboardRoute,
    logsRoute,
    threadRoute,
    compareThreadsRoute,
    judgeCallRoute,
    stepRoute,
    promptsRoute,
    promptRoute,
    playgroundRoute,
    datasetsRoute,
    datasetRoute,
    experimentsRoute,
    compareRoute,
    evaluatorsRoute,
    newEvaluatorRoute,
    evaluatorRoute,
    alertsRoute,
    newAlertRoute,
    alertRoute,
    channelsRoute,
    channelRoute,
    evaluationRulesRoute,
    newEvaluationRuleRoute,
    evaluationRuleRoute,
    reviewQueuesRoute,
    newReviewQueueRoute,
    reviewQueueRoute,
    reviewRoute,
    usersRoute,
    userRoute,
    scoreSchemasRoute,
    modelPricesRoute,
    settingsHomeRoute,
    settingsRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: basePath,
    parseSearch,
    stringifySearch,
    // Removes unknown and invalid parameters from the URL's search. By default, the router would pass these parameters
    // to the pages without validation.
    search: { strict: true },
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
