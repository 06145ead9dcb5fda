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
import type { PublicUrl } from "./http/public-url.ts";
import { defaultLimits } from "./limits.ts";
import type { Limits } from "./limits.ts";
import type { Storage } from "./open-storage.ts";
import type { RequestContext } from "./resolvers/context.ts";
import { batchResolvers, resolvers } from "./resolvers/index.ts";
import { createLoaders } from "./resolvers/loaders.ts";
import { createWebHandler } from "./web/create-web-handler.ts";

/** The options of a server, with its clock and its source of ids. */
export interface MountOptions extends Omit<ServerOptions, "basePath" | "baseUrl" | "newId" | "now"> {
  readonly publicUrl: PublicUrl;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Puts the parts of the service together over an open storage. */
export async function mountRoutes(options: MountOptions, { store, files }: Storage): Promise<Hono<AppEnv>> {
  const { now, newId, publicUrl, production = false } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const signer = createUrlSigner({
    secret: await store.secret("signed-urls"),
    readSeconds: options.fileUrlSeconds,
    now,
  });
  const guard = authenticate({ projects: store.projects, now });
  const createContext = ({ project, environment, requestUrl }: ContextSource): RequestContext => ({
    store,
    project,
    environment,
    loaders: createLoaders(store, project.id),
    now,
    newId,
    baseUrl: publicUrl.forRequest(requestUrl),
    signReadUrl: (objectKey) => signer.signReadUrl(publicUrl.forRequest(requestUrl), project.id, objectKey),
  });
  const engine = createGraphQLEngine({ resolvers, batchResolvers, limits, allowsIntrospection: !production });
  return createApp({
    store,
    log: options.logger || pino({ level: "silent" }),
    newId,
    publicUrl,
    web: await createWebHandler({ webDir: options.webDir, basePath: publicUrl.basePath }),
    routes: [
      ...(production ? [] : [createExplorerRoutes({ basePath: publicUrl.basePath })]),
      createGraphQLRoutes({ engine, authenticate: guard, limits, createContext }),
      createProjectRoutes({ store, authenticate: guard }),
      createFileRoutes({
        store,
        storage: files,
        signer,
        authenticate: guard,
        maxUploadBytes: limits.maxUploadBytes,
        publicUrl,
        now,
        newId,
      }),
    ],
  });
}
