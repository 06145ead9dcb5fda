import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createServer, listen } from "threadline";
import type { ServerOptions, ThreadlineServer } from "threadline";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, vi } from "vitest";
import { testDatabases } from "../../../../packages/server/test/postgres/test-databases.ts";
import { skipWithout } from "../../../../packages/server/test/requirements.ts";
import { builtUi } from "./built-ui.ts";
import { findChromium } from "./find-chromium.ts";
import { watchForFaults } from "./page-faults.ts";
import type { PageFault } from "./page-faults.ts";

export interface OpenUiOptions {
  /** Options of the service. By default, its store is empty, and every local user is the owner. */
  readonly server?: ServerOptions | undefined;
  /** Options of the window, such as `{ viewport, colorScheme, locale }`. Default: 1440 x 900. */
  readonly window?: BrowserContextOptions | undefined;
  /** Stores test data before the page is opened. */
  readonly seed?: ((service: Service) => Promise<void>) | undefined;
  /** Path relative to the base path, such as `/projects/...`; null opens no page. Default: `/`. */
  readonly path?: string | null | undefined;
  /** Origin of another service that the page may send requests to. Default: none. */
  readonly origin?: string | undefined;
}

/** A real service that listens on a port. */
export interface Service {
  readonly server: ThreadlineServer;
  /** URL including the base path, without a trailing slash. */
  readonly url: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** URL of the service's PostgreSQL database. Undefined if records are in its data folder, or in memory. */
  readonly databaseUrl: string | undefined;
  /** Executes a document with the API key. Resolves to its data, or rejects with its first error. */
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Stores steps in the way that an application does. */
  ingest(steps: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
}

/** The UI in a browser. */
export interface Ui extends Service {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Forbidden events of a page, in order: requests to other origins, violations of the content security policy, errors
   * and dialogs. A test fails at its end if the list is not empty.
   */
  readonly faults: PageFault[];
  /** Opens a path relative to the base path. */
  goto(path: string): Promise<void>;
}

/** Timeout for a browser on a busy machine, in milliseconds. */
const patience = 90_000;
vi.setConfig({ testTimeout: patience, hookTimeout: patience });

const newDatabase = testDatabases();
const installed = findChromium();
let browser: Promise<Browser> | undefined;

beforeEach((context) => {
  if (installed === null) skipWithout("chromium", context);
});

// Starts the browser before the first test, so that this test takes no longer than the others.
beforeAll(async () => {
  if (installed === null) return;
  browser ??= launch();
  await Promise.all([builtUi(), browser]);
}, 2 * patience);

afterAll(async () => {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
});

/** Starts a service with the built UI, and opens it in Chromium. Both are stopped at the end of the test. */
export async function openUi(options: OpenUiOptions = {}): Promise<Ui> {
  const service = await startService(options);
  await options.seed?.(service);
  browser ??= launch();
  const context = await (
    await browser
  ).newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options.window,
  });
  context.setDefaultTimeout(patience / 2);
  const faults = await watchForFaults(context, options.origin ?? new URL(service.url).origin);
  const page = await context.newPage();
  onTestFinished(async () => {
    await context.close();
    expect(faults, "what no page may do").toEqual([]);
  });
  const goto = async (path: string): Promise<void> => {
    await page.goto(`${service.url}${path}`);
  };
  const { path = "/" } = options;
  if (path !== null) await goto(path);
  return { ...service, page, context, faults, goto };
}

async function startService({ server: given = {} }: OpenUiOptions): Promise<Service> {
  const { apiKey = "a-key-for-tests" } = given;
  const [webDir, databaseUrl] = await Promise.all([given.webDir ?? builtUi(), newDatabase()]);
  const server = createServer({ noLogin: true, databaseUrl, ...given, apiKey, webDir });
  const { project } = await server.ready;
  const port = given.baseUrl === undefined ? 0 : Number(new URL(given.baseUrl).port);
  const listener = await listen(server, { port, closeTimeout: 1_000, replaceGlobals: true });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const url = `${listener.url}${given.basePath ?? ""}`;

  async function graphql(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const headers = { "content-type": "application/json", "x-api-key": apiKey };
    const response = await fetch(`${url}/api/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data?: unknown; errors?: { message: string }[] };
    if (errors?.[0]) throw new Error(errors[0].message);
    return data;
  }
  return {
    server,
    url,
    projectId: project.id,
    apiKey,
    databaseUrl,
    graphql,
    async ingest(steps) {
      await graphql("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }", { steps });
    },
  };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    ...installed,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      // Keeps requests on this machine: no other name resolves, and the proxy does not exist.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      "--proxy-server=http://127.0.0.1:9",
    ],
  });
}
