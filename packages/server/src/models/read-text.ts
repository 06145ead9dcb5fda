/** Start of a response body. */
export interface BodyStart {
  readonly text: string;
  /** Whether the body has more bytes than were read. */
  readonly isCut: boolean;
  /** Error at which the body ended; undefined without one. */
  readonly error: Error | undefined;
}

/** Reads at most `maxBytes` of a body. An error while reading is part of the result, with the text before it. */
export async function readStart({ body }: Response, maxBytes: number): Promise<BodyStart> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let error: Error | undefined;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > maxBytes) break;
    }
  } catch (failure) {
    error = failure as Error;
  }
  // `TextDecoder` drops a byte order mark, and replaces invalid UTF-8 with U+FFFD.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  return { text, isCut: size > maxBytes, error };
}

/** Reads a body as text. Throws the error of `tooLarge` if the body has more than `maxBytes`. */
export async function readText(response: Response, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const { text, isCut, error } = await readStart(response, maxBytes);
  if (error !== undefined) throw error;
  if (isCut) throw tooLarge();
  return text;
}
