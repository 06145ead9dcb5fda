/** Location of files in an S3-compatible store, parsed from `s3://bucket/prefix?endpoint=...&region=...`. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix of every key, with a trailing slash; empty for the whole bucket. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** URL of the store without a trailing slash. If undefined, the store is AWS S3 in the region. */
  readonly endpoint: string | undefined;
  /** Position of the bucket in URLs: first segment of the path (`path`), or first part of the host name (`virtual`). */
  readonly style: "path" | "virtual";
  /** URL at which clients reach the store; undefined if they cannot reach it. */
  readonly publicEndpoint: string | undefined;
}

const bucketName = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
const prefixPath = /^[\w.=-]+(\/[\w.=-]+)*$/;
const regionName = /^[\w-]{1,64}$/;
const parameters = ["endpoint", "region", "style", "public"];
const example = "s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1";

/** Parses the URL of a bucket. Throws an `Error` that describes the format without repeating the URL. */
export function parseS3Location(text: string): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.hash !== "" || url.port !== "" || !bucketName.test(url.hostname)) {
    throw new Error(`must be the URL of an S3 bucket, such as ${example}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error("must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead");
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  if (prefix !== "" && !prefixPath.test(prefix)) {
    throw new Error("must have a path of letters, digits and / . _ = -, or no path");
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw new Error(`has an unknown parameter "${unknown}"; use ${parameters.join(", ")}`);

  const region = url.searchParams.get("region") ?? undefined;
  if (region !== undefined && !regionName.test(region))
    throw new Error("has an invalid region; use one such as region=eu-central-1");
  const endpoint = readEndpoint("endpoint", url.searchParams.get("endpoint"));
  const style =
    url.searchParams.get("style") ?? (endpoint !== undefined || url.hostname.includes(".") ? "path" : "virtual");
  if (style !== "path" && style !== "virtual") throw new Error("has an unknown style; use style=path or style=virtual");
  return {
    bucket: url.hostname,
    prefix: prefix === "" ? "" : `${prefix}/`,
    region,
    endpoint,
    style,
    publicEndpoint: readEndpoint("public", url.searchParams.get("public")),
  };
}

function readEndpoint(name: string, value: string | null): string | undefined {
  if (value === null) return undefined;
  const url = URL.parse(value);
  const isPlain = url && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!isPlain || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new Error(`must have an http or https URL as the parameter ${name}, such as https://s3.example.com`);
  }
  return url.href.replace(/\/+$/, "");
}

/** Returns the URL of a bucket with a trailing slash, to which a key can be appended. */
export function bucketUrl(endpoint: string, { bucket, style }: Pick<S3Location, "bucket" | "style">): string {
  if (style === "path") return `${endpoint}/${bucket}/`;
  const url = new URL(`${endpoint}/`);
  url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}
