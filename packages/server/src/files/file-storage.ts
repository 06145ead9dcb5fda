/** Byte range, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of uploaded files by object key. A key is any string and is never used as a path directly. */
export interface FileStorage {
  /**
   * Stores the bytes under the key, in constant memory, and resolves to their number once they are durable. Until then
   * readers see the previous content. Rejects with a {@link FileTooLargeError} when `maxBytes` is exceeded, or with a
   * {@link BusyStorageError}; after any failure nothing of the attempt is kept. `size`: the maximum size, if known.
   */
  write(
    objectKey: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number; readonly size?: number | undefined },
  ): Promise<number>;
  /** The bytes, or those of `range`; null if not found. */
  read(objectKey: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** The size in bytes; null if not found. */
  stat(objectKey: string): Promise<{ readonly size: number } | null>;
  /** False if the file does not exist. */
  delete(objectKey: string): Promise<boolean>;
  /**
   * URL of the storage itself that serves the file with that type and disposition, and expires after the given seconds;
   * null if clients cannot reach it. Storages without this method have no such URLs.
   */
  urlOf?(objectKey: string, terms: FileUrlTerms): Promise<string | null>;
}

/** Operation that a storage URL is signed for. */
export interface FileUrlTerms {
  readonly seconds: number;
  /** Value of the response header. */
  readonly contentType: string;
  /** Value of the response header. */
  readonly contentDisposition: string;
}

/** The content is longer than the writer allows. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`the file is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/** The storage cannot accept more such uploads now; retry later. */
export class BusyStorageError extends Error {
  override readonly name = "BusyStorageError";
}
