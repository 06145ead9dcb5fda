import type { Encoding, WebFile } from "./web-files.ts";

const year = 31_536_000;

/** Handles `GET` or `HEAD` of a file: responds with the file in an accepted encoding, or with "not modified". */
export function serveWebFile(file: WebFile, request: Request): Response {
  const encoding = chooseEncoding(file, request.headers.get("accept-encoding") ?? "");
  // Each encoding is a different representation, so its ETag must differ.
  const etag = `"${file.etag}${encoding === null ? "" : `-${encoding}`}"`;
  const headers = new Headers({
    "cache-control": file.isImmutable ? `public, max-age=${year}, immutable` : "no-cache",
    "content-type": file.type,
    etag,
    vary: "accept-encoding",
  });
  if (matches(request.headers.get("if-none-match"), file)) return new Response(null, { status: 304, headers });
  const bytes = (encoding && file.packed.get(encoding)) ?? file.bytes;
  if (encoding !== null) headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

function chooseEncoding(file: WebFile, acceptEncoding: string): Encoding | null {
  const accepted = new Map(
    acceptEncoding.split(",").map((part) => {
      const [name = "", ...parameters] = part.toLowerCase().split(";");
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith("q="));
      return [name.trim(), weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  for (const encoding of file.packed.keys()) {
    if ((accepted.get(encoding) ?? accepted.get("*") ?? 0) > 0) return encoding;
  }
  return null;
}

function matches(ifNoneMatch: string | null, { etag }: WebFile): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((tag) => {
    const value = tag.trim().replace(/^W\//, "");
    return value === "*" || value === `"${etag}"` || value.startsWith(`"${etag}-`);
  });
}
