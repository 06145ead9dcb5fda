/** Byte range, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of uploaded files by object key. A key is any string and is never used as a path directly. */
export interface FileStorage {
  /**
   * Stores the content of a file, and replaces earlier content under the same key. Resolves to the number of bytes when
   * the file is durable. Until then, and after a failure, readers see the earlier content.
   *
   * `maxBytes` is the limit on the content. If the caller knows a smaller maximum length, it passes this as `size`, so
   * that the storage can reserve less memory.
   *
   * Rejects with a {@link FileTooLargeError} if the content is longer than `maxBytes`, and in S3 also if it is longer
   * than `size`. Rejects with a {@link BusyStorageError} if too many uploads are in progress.
   */
  write(
    objectKey: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number; readonly size?: number | undefined },
  ): Promise<number>;
  /** Reads the bytes of a file, or of `range`; null if not found. */
  read(objectKey: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns the size in bytes; null if not found. */
  stat(objectKey: string): Promise<{ readonly size: number } | null>;
  /** Deletes a file. Resolves to false if it does not exist. */
  delete(objectKey: string): Promise<boolean>;
  /**
   * Returns a URL at which clients can read the file from the storage itself. The response has the given type and
   * disposition, and the URL expires after the given seconds. Null if clients cannot reach the storage. Absent if the
   * storage never has such URLs.
   */
  urlOf?(objectKey: string, terms: FileUrlTerms): Promise<string | null>;
}

export interface FileUrlTerms {
  readonly seconds: number;
  readonly contentType: string;
  readonly contentDisposition: string;
}

export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
  readonly limit: number;

  constructor(limit: number) {
    super(`the file is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/** Error of a storage that cannot accept more uploads now. The caller may retry later. */
export class BusyStorageError extends Error {
  override readonly name = "BusyStorageError";
}
