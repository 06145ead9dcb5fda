import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import aws4 from "aws4";
import type { S3Credentials } from "../../src/config/s3-credentials.ts";

export interface SignedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Whether a request has a valid signature (version 4) of these credentials, in its headers or in its query. An expired
 * signature is not valid.
 */
export function isSigned(request: SignedRequest, credentials: S3Credentials): boolean {
  const { method = "", url: path = "", headers } = request;
  const url = new URL(path, "http://host");
  return url.searchParams.has("X-Amz-Signature")
    ? isSignedInQuery({ method, url, headers }, credentials)
    : isSignedInHeaders({ method, path, headers }, credentials);
}

function isSignedInHeaders(
  { method, path, headers }: { method: string; path: string; headers: IncomingHttpHeaders },
  credentials: S3Credentials,
): boolean {
  const authorization = headers.authorization ?? "";
  const [, region = "", names = ""] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(
      authorization,
    ) ?? [];
  const { accessKeyId, secretAccessKey } = credentials;
  const signed = Object.fromEntries(names.split(";").map((name) => [name, String(headers[name])]));
  const expected =
    aws4.sign({ method, path, headers: signed, service: "s3", region }, { accessKeyId, secretAccessKey }).headers ?? {};
  return equal(authorization, String(expected["Authorization"]));
}

function isSignedInQuery(
  { method, url, headers }: { method: string; url: URL; headers: IncomingHttpHeaders },
  credentials: S3Credentials,
): boolean {
  const { accessKeyId, secretAccessKey } = credentials;
  const given = url.searchParams.get("X-Amz-Signature") ?? "";
  const date = url.searchParams.get("X-Amz-Date") ?? "";
  const [, region = ""] =
    /^[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request$/.exec(url.searchParams.get("X-Amz-Credential") ?? "") ?? [];
  for (const name of ["Signature", "Algorithm", "Credential", "SignedHeaders"])
    url.searchParams.delete(`X-Amz-${name}`);
  const path = url.pathname + url.search;
  const request = { method, path, headers: { host: headers.host ?? "" }, service: "s3", region, signQuery: true };
  const expected = new URL(
    aws4.sign(request, { accessKeyId, secretAccessKey }).path ?? "",
    "http://host",
  ).searchParams.get("X-Amz-Signature");
  const signedAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const isInTime = Date.now() <= signedAt + Number(url.searchParams.get("X-Amz-Expires")) * 1000;
  return isInTime && equal(given, expected ?? "");
}

function equal(one: string, other: string): boolean {
  return one.length === other.length && one !== "" && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
