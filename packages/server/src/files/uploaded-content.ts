import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { BusboyInstance } from "@fastify/busboy";
import { chunksOf } from "../http/read-body.ts";
import { RecordError, badInput } from "../records/errors.ts";
import { FileTooLargeError } from "./file-storage.ts";
import type { UploadTerms } from "./url-signer.ts";

/** Maximum size of everything in a form except the file: boundaries, part headers and a few small fields. */
const formOverhead = 64 * 1024;

/**
 * Reads the bytes of the file in a request: its body (PUT), or the part `file` of its form (POST). Throws if the bytes
 * exceed the signed maximum, or differ from the announced size.
 */
export function uploadedContent(
  request: Request,
  method: "POST" | "PUT",
  terms: UploadTerms,
): AsyncIterable<Uint8Array> {
  const limit = terms.size ?? terms.maxBytes;
  const bodyLimit = method === "PUT" ? limit : limit + formOverhead;
  if (Number(request.headers.get("content-length")) > bodyLimit) throw new FileTooLargeError(limit);
  const body = readBody(request);
  return checkSize(method === "PUT" ? body : readFilePart(request, checkSize(body, { maxBytes: bodyLimit })), terms);
}

async function* readBody(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(request);
  } catch {
    throw badInput("body", "ended before the file was complete");
  }
}

async function* checkSize(
  content: AsyncIterable<Uint8Array>,
  { maxBytes, size }: Pick<UploadTerms, "maxBytes" | "size">,
): AsyncGenerator<Uint8Array> {
  const limit = size ?? maxBytes;
  let total = 0;
  for await (const chunk of content) {
    total += chunk.byteLength;
    if (total > limit) throw new FileTooLargeError(limit);
    yield chunk;
  }
  if (size !== undefined && total < size) throw badInput("size", `${size} bytes expected, ${total} received`, size);
}

async function* readFilePart(request: Request, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const form = createForm(request.headers.get("content-type") ?? "");
  const source = Readable.from(body, { objectMode: false });
  const found = Promise.withResolvers<Readable>();
  form.once("file", (_name: string, file: Readable) => found.resolve(file));
  const parsed = pipeline(source, form);
  parsed.then(
    () => found.reject(badInput("file", "is missing: the form has no part with a file")),
    (error: Error) => {
      found.reject(error);
      found.promise.then((file) => file.destroy(error)).catch(() => {});
    },
  );
  try {
    yield* await found.promise;
    await parsed;
  } catch (error) {
    throw explainFormFailure(error);
  } finally {
    source.destroy();
  }
}

function explainFormFailure(error: unknown): Error {
  if (error instanceof RecordError || error instanceof FileTooLargeError) return error;
  return badInput("body", `is not a complete multipart form (${(error as Error).message})`);
}

function createForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: (name) => name === "file",
      limits: { files: 1, fields: 32, fieldSize: 8192, headerPairs: 32 },
    });
  } catch (cause) {
    throw badInput("Content-Type", `must be multipart/form-data with a boundary (${(cause as Error).message})`);
  }
}
