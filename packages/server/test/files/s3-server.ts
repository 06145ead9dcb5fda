import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Credentials } from "../../src/config/s3-credentials.ts";
import { isSigned, type SignedRequest } from "./signature.ts";

/** An S3 server on loopback. */
export interface S3Server {
  readonly origin: string;
  readonly credentials: S3Credentials;
  /** Returns the `filesUrl` of a bucket and prefix, with additional parameters. */
  filesUrl(place: string, parameters?: Readonly<Record<string, string>>): string;
  /** Requests since the start, as method and path. */
  readonly requests: readonly string[];
  /** Makes the server reject the next requests with status 503, like an overloaded server. */
  failNext(count: number): void;
  stop(): Promise<void>;
}

interface Context {
  readonly req: SignedRequest;
  status: number;
  body: unknown;
}

const credentials: S3Credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/**
 * Starts s3rver with the bucket `files`. s3rver does not check signatures of version 4, so a handler checks each
 * request first, with a library that the service does not use.
 */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "threadline-s3-"));
  const requests: string[] = [];
  let failures = 0;
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    directory,
    silent: true,
    configureBuckets: [{ name: "files", configs: [] }],
  });
  const check = async (context: Context, next: () => Promise<void>): Promise<void> => {
    if (failures > 0) {
      failures -= 1;
      context.status = 503;
      context.body = "<Error><Code>SlowDown</Code></Error>";
      return undefined;
    }
    requests.push(`${context.req.method} ${context.req.url}`);
    if (isSigned(context.req, credentials)) return next();
    context.status = 403;
    context.body = "<Error><Code>SignatureDoesNotMatch</Code></Error>";
  };
  // Runs before the server's own handlers.
  (server as unknown as { middleware: unknown[] }).middleware.unshift(check);
  const { port } = (await server.run()) as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    credentials,
    requests,
    filesUrl: (place, parameters = {}) => `s3://${place}?${new URLSearchParams({ endpoint: origin, ...parameters })}`,
    failNext: (count) => void (failures = count),
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
