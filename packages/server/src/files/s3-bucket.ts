import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3Credentials } from "../config/s3-credentials.ts";
import { bucketUrl, type S3Location } from "../config/s3-location.ts";

/**
 * Maximum time from the start of an attempt until its response headers arrive, in milliseconds. It includes the upload
 * of the request body, for example an 8 MiB part of a large file.
 */
const patience = 120_000;
const maximumTries = 4;
/** Delay before the second attempt, in milliseconds. It doubles before each further attempt. */
const firstPause = 100;

export interface S3Request {
  readonly method: "DELETE" | "GET" | "HEAD" | "POST" | "PUT";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Error of a request that the store rejected, or of a store that cannot be reached. Contains neither credentials nor
 * signatures.
 */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** Error code of the store, such as `NoSuchBucket`; null if there is none. */
  readonly code: string | null;

  constructor(message: string, code: string | null, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Client of one S3 bucket. Signs requests with AWS Signature Version 4, and contacts only the configured endpoint. */
export class S3Bucket {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #publicBase: string | null;
  readonly #name: string;

  constructor(location: S3Location, credentials: S3Credentials, region: string) {
    const { endpoint = `https://s3.${region}.amazonaws.com`, publicEndpoint } = location;
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: "s3",
      region,
    });
    this.#base = bucketUrl(endpoint, location);
    this.#publicBase = publicEndpoint === undefined ? null : bucketUrl(publicEndpoint, location);
    this.#name = `The bucket ${location.bucket} at ${new URL(endpoint).host}`;
  }

  /**
   * Sends a request, with retries after transient failures. Resolves to the response if its status is in `statuses`;
   * otherwise rejects with an {@link S3Error}.
   */
  async send(request: S3Request, statuses: readonly number[]): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      const answer = await this.#attempt(request).catch((error: unknown) => this.#unreachable(error));
      const isLast = tries === maximumTries;
      if (answer instanceof S3Error) {
        if (isLast) throw answer;
      } else {
        if (statuses.includes(answer.status)) return answer;
        const mayPass = answer.status >= 500 || answer.status === 429;
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        if (isLast || !mayPass) throw await this.#refusal(request, answer);
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        await answer.body?.cancel();
      }
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await wait(firstPause * 2 ** (tries - 1));
    }
  }

  /**
   * Returns a URL at which clients can read a key for the given number of seconds; null if they cannot reach the store.
   */
  async presign(key: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string | null> {
    if (this.#publicBase === null) return null;
    const url = locate(this.#publicBase, key, { ...query, "X-Amz-Expires": String(seconds) });
    return (await this.#client.sign(url, { method: "GET", aws: { signQuery: true } })).url;
  }

  async #attempt({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signed = await this.#client.sign(locate(this.#base, key, query), {
      method,
      headers: { ...headers, "x-amz-content-sha256": hash },
    });
    // Limits the wait for the response headers, not the time to read a large body.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no response within ${patience} ms`)), patience);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        redirect: "manual",
        signal: late.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #unreachable(error: unknown): S3Error {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return new S3Error(`${this.#name} cannot be reached: ${reason || "no connection"}.`, null, error);
  }

  async #refusal({ method }: S3Request, answer: Response): Promise<S3Error> {
    const code = readTag(await answer.text().catch(() => ""), "Code");
    return new S3Error(
      `${this.#name} responded to ${method} with status ${answer.status}${code === null ? "" : ` (${code})`}.`,
      code,
    );
  }
}

function locate(base: string, key: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return `${base}${key.split("/").map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** Returns the text of the first element with this name in a response of the store. */
export function readTag(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(amp|lt|gt|quot);/g, (_, entity: string) => entities[entity] ?? "") ?? null;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
