import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createServer, listen } from "threadline";
import type { ServerOptions, ThreadlineServer } from "threadline";
import { beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { testDatabases } from "../../../../packages/server/test/postgres/test-databases.ts";
import { skipWithout } from "../../../../packages/server/test/requirements.ts";
import { builtUi } from "./built-ui.ts";
import { findChromium } from "./find-chromium.ts";
import { watchForFaults } from "./page-faults.ts";
import type { PageFault } from "./page-faults.ts";
import { sharedBrowser } from "./shared-browser.ts";

export interface OpenUiOptions {
  /** Options of the service. By default, the store is empty, and every user of this machine is an owner. */
  readonly server?: ServerOptions | undefined;
  /** Options of the browser window, such as `{ viewport, colorScheme, locale }`. Default: 1440 x 900. */
  readonly window?: BrowserContextOptions | undefined;
  /** Stores test data before the page is opened. */
  readonly seed?: ((service: Service) => Promise<void>) | undefined;
  /** Path relative to the base path, such as `/projects/...`. Null opens no page. Default: `/`. */
  readonly path?: string | null | undefined;
  /** Another origin that the page may send requests to. Default: none. */
  readonly origin?: string | undefined;
  /** Browser to use. Default: the one that all test files of the process share. */
  readonly browser?: Browser | undefined;
}

/** A running service that listens on a port. */
export interface Service {
  readonly server: ThreadlineServer;
  /** URL including the base path, without a trailing slash. */
  readonly url: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** URL of the service's PostgreSQL database. Undefined if the service stores records in files or in memory. */
  readonly databaseUrl: string | undefined;
  /** Executes a document with an API key. Resolves to the data, or rejects with the first error. */
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Sends steps to the service, as an application does. */
  ingest(steps: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
}

/** The UI in a browser, and its service. */
export interface Ui extends Service {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Events that must not occur in a page, in order: requests to other origins, violations of the content security
   * policy, errors and dialogs. A test fails at its end unless the list is empty.
   */
  readonly faults: PageFault[];
  goto(path: string): Promise<void>;
}

/** Timeout of an action in a page, in milliseconds. It is long for a busy machine. */
const actionTimeout = 45_000;
/** Timeout of the first test file, in milliseconds. This file builds the UI. */
const buildTimeout = 180_000;

const installed = findChromium();
let newDatabase: (() => Promise<string | undefined>) | undefined;

/**
 * Registers the hooks of a test file that opens pages. Must be called for each test file, because the files of a
 * process share this module.
 */
export function preparePages(): void {
  newDatabase = testDatabases();
  beforeEach((context) => {
    if (installed === null) skipWithout("chromium", context);
  });
  // Starts the browser before the first test, so that the test's timeout does not include the start.
  beforeAll(async () => {
    if (installed !== null) await Promise.all([builtUi(), sharedBrowser(installed)]);
  }, buildTimeout);
}

function databases(): Promise<string | undefined> {
  if (newDatabase === undefined) throw new Error("Tests of pages run in projects with the setup file prepare-pages.ts");
  return newDatabase();
}

/** Starts a service with the built UI, and opens it in Chromium. Stops both at the end of the test. */
export async function openUi(options: OpenUiOptions = {}): Promise<Ui> {
  const service = await startService(options);
  await options.seed?.(service);
  const browser = options.browser ?? (installed === null ? undefined : await sharedBrowser(installed));
  if (browser === undefined) throw new Error("No browser was found, so this test must be skipped");
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options.window,
  });
  context.setDefaultTimeout(actionTimeout);
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
  const [webDir, databaseUrl] = await Promise.all([given.webDir ?? builtUi(), databases()]);
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
