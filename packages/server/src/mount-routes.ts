import type { Hono } from "hono";
import { pino } from "pino";
import type { ServerOptions } from "./create-server.ts";
import { createFileRoutes } from "./files/create-file-routes.ts";
import { createProjectRoutes } from "./files/create-project-routes.ts";
import { createUrlSigner } from "./files/url-signer.ts";
import { createGraphQLEngine } from "./graphql/create-engine.ts";
import type { AppEnv } from "./http/app-env.ts";
import { authenticate } from "./http/authenticate.ts";
import { createApp } from "./http/create-app.ts";
import { createGraphQLRoutes } from "./http/create-graphql-routes.ts";
import type { ContextSource } from "./http/create-graphql-routes.ts";
import { createExplorerRoutes } from "./http/explorer/create-explorer-routes.ts";
import { defaultLimits } from "./limits.ts";
import type { Limits } from "./limits.ts";
import type { Storage } from "./open-storage.ts";
import type { RequestContext } from "./resolvers/context.ts";
import { batchResolvers, resolvers } from "./resolvers/index.ts";
import { createLoaders } from "./resolvers/loaders.ts";

/** The options of a server, with its clock and its source of ids. */
export interface MountOptions extends Omit<ServerOptions, "newId" | "now"> {
  readonly now: () => number;
  readonly newId: () => string;
}

/** Puts the parts of the service together over an open storage. */
export async function mountRoutes(options: MountOptions, { store, files }: Storage): Promise<Hono<AppEnv>> {
  const { now, newId, production = false } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const baseUrl = options.baseUrl?.replace(/\/+$/, "");
  const signer = createUrlSigner({
    secret: await store.secret("signed-urls"),
    readSeconds: options.fileUrlSeconds,
    now,
  });
  const guard = authenticate({ projects: store.projects, now });
  const createContext = ({ project, environment, origin }: ContextSource): RequestContext => ({
    store,
    project,
    environment,
    loaders: createLoaders(store, project.id),
    now,
    newId,
    baseUrl: baseUrl ?? origin,
    signReadUrl: (objectKey) => signer.signReadUrl(baseUrl ?? origin, project.id, objectKey),
  });
  const engine = createGraphQLEngine({ resolvers, batchResolvers, limits, allowsIntrospection: !production });
  return createApp({
    store,
    log: options.logger || pino({ level: "silent" }),
    newId,
    isHttps: baseUrl?.startsWith("https:") ?? false,
    routes: [
      ...(production ? [] : [createExplorerRoutes()]),
      createGraphQLRoutes({ engine, authenticate: guard, limits, createContext }),
      createProjectRoutes({ store, authenticate: guard }),
      createFileRoutes({
        store,
        storage: files,
        signer,
        authenticate: guard,
        maxUploadBytes: limits.maxUploadBytes,
        baseUrl,
        now,
        newId,
      }),
    ],
  });
}
