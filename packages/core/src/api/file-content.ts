import { ConfigError } from "../errors.ts";

/** Content of a file. The readable streams of Node are also accepted, as `AsyncIterable`. */
export type FileContent =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** Content to send: a `Blob`, or a stream that can be read only once. */
export type ContentSource = Blob | ReadableStream<Uint8Array>;

/**
 * Converts the content of a file to bytes or a stream.
 *
 * @throws {ConfigError} for anything that is not a {@link FileContent}.
 */
export function toContent(content: FileContent): ContentSource {
  if (content instanceof Blob || content instanceof ReadableStream) return content;
  if (typeof content === "string" || content instanceof ArrayBuffer) return new Blob([content]);
  // A typed array may use shared memory, which `Blob` does not accept. So `slice` copies the bytes to memory that is
  // not shared.
  if (ArrayBuffer.isView(content)) return new Blob([bytesOf(content).slice()]);
  if (typeof content === "object" && content !== null && Symbol.asyncIterator in content) return toStream(content);
  throw new ConfigError(
    "content must be a string, a Buffer, an ArrayBuffer, a typed array, a Blob, a File or a readable stream",
  );
}

/**
 * Opens a local file. Its content is read while it is sent.
 *
 * @throws {ConfigError} without a file system, or when the file cannot be read.
 */
export async function openFile(path: string): Promise<Blob> {
  // `node:fs` is not imported, so that the package loads in runtimes without `node:` modules.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined)
    throw new ConfigError("path cannot be read, because this runtime has no file system; pass content instead");
  try {
    await fs.promises.access(path, fs.constants.R_OK);
    if (!(await fs.promises.stat(path)).isFile()) throw new Error("it is not a file");
    return await fs.openAsBlob(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`path ${JSON.stringify(path)} cannot be read: ${reason}`, { cause });
  }
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function toStream(chunks: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
