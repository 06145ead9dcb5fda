import { isSignatureOf, sign } from "../access/signature.ts";
import { RecordError } from "../records/errors.ts";
import { projectIdOf } from "./object-key.ts";

/** Permitted use of a signed URL. A `GET` URL also permits `HEAD`. */
type SignedMethod = "GET" | "POST" | "PUT";

/**
 * Conditions of an upload that are part of the URL's signature, in addition to the method, the object key and the
 * expiry.
 */
export interface UploadTerms {
  readonly contentType: string;
  readonly maxBytes: number;
  /** Exact size in bytes, if the caller announced it. */
  readonly size?: number | undefined;
}

export interface UrlSignerOptions {
  readonly secret: Uint8Array;
  /** Lifetime of a read URL, in seconds. */
  readonly readSeconds?: number | undefined;
  /** Time within which an upload must start, in seconds. */
  readonly uploadSeconds?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** Creates and verifies URLs that contain their permission and need no API key. */
export interface UrlSigner {
  /**
   * Creates a URL to read a file. Clients compare URLs up to the parameter `X-Amz-Date`, so this part is always the
   * same for a file. Returns null if the object key belongs to another project.
   */
  signReadUrl(baseUrl: string, projectId: string, objectKey: string): string | null;
  /** Creates a URL for one upload, by PUT (raw) or POST (multipart). */
  signUploadUrl(baseUrl: string, method: "POST" | "PUT", objectKey: string, terms: UploadTerms): string;
  /** Returns the terms of the upload. Throws a `RecordError` (`FORBIDDEN`) if the URL does not permit it. */
  verifyUpload(method: "POST" | "PUT", objectKey: string, query: URLSearchParams): UploadTerms;
  /**
   * Returns the number of seconds that the URL is still valid. Throws a `RecordError` (`FORBIDDEN`) if the URL does not
   * permit reading.
   */
  verifyRead(objectKey: string, query: URLSearchParams): number;
}

/** Path prefix of uploads and reads, followed by the object key. */
export const filesPath = "/api/files/";

export function createUrlSigner({
  secret,
  readSeconds = 300,
  uploadSeconds = 900,
  now = Date.now,
}: UrlSignerOptions): UrlSigner {
  const signUrl = (
    baseUrl: string,
    method: SignedMethod,
    objectKey: string,
    seconds: number,
    terms: Record<string, string> = {},
  ): string => {
    const query = new URLSearchParams({
      ...terms,
      "X-Amz-Date": toBasicIso(now()),
      "X-Amz-Expires": String(seconds),
    });
    query.set("signature", sign(secret, signedValues(method, objectKey, query)));
    return `${baseUrl}${filesPath}${objectKey.split("/").map(encodeURIComponent).join("/")}?${query}`;
  };

  const verify = (method: SignedMethod, objectKey: string, query: URLSearchParams): number => {
    if (!isSignatureOf(query.get("signature") ?? "", secret, signedValues(method, objectKey, query))) {
      throw new RecordError("FORBIDDEN", "The signature of this URL is not valid; request a new URL");
    }
    // The parameters need no validation: the signature is valid, so this signer wrote all of them.
    const expiresAt = fromBasicIso(query.get("X-Amz-Date") ?? "") + Number(query.get("X-Amz-Expires")) * 1000;
    const secondsLeft = Math.floor((expiresAt - now()) / 1000);
    if (secondsLeft < 0) throw new RecordError("FORBIDDEN", "This URL has expired; request a new one");
    return secondsLeft;
  };

  return {
    signReadUrl: (baseUrl, projectId, objectKey) =>
      projectIdOf(objectKey) === projectId ? signUrl(baseUrl, "GET", objectKey, readSeconds) : null,

    signUploadUrl: (baseUrl, method, objectKey, { contentType, maxBytes, size }) =>
      signUrl(baseUrl, method, objectKey, uploadSeconds, {
        type: contentType,
        limit: String(maxBytes),
        ...(size !== undefined && { size: String(size) }),
      }),

    verifyUpload(method, objectKey, query) {
      verify(method, objectKey, query);
      return readTerms(query);
    },

    verifyRead: (objectKey, query) => verify("GET", objectKey, query),
  };
}

function readTerms(query: URLSearchParams): UploadTerms {
  const size = query.get("size");
  return {
    contentType: query.get("type") ?? "",
    maxBytes: Number(query.get("limit")),
    size: size === null ? undefined : Number(size),
  };
}

const signedParameters = ["type", "limit", "size", "X-Amz-Date", "X-Amz-Expires"];

function signedValues(method: SignedMethod, objectKey: string, query: URLSearchParams): readonly (string | null)[] {
  return [method, objectKey, ...signedParameters.map((name) => query.get(name))];
}

function toBasicIso(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

function fromBasicIso(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
