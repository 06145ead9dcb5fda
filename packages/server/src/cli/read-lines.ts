import { CommandError } from "./command-error.ts";

/**
 * Reads the lines of a UTF-8 stream, skipping empty ones. Throws a {@link CommandError} if a line is longer than
 * `maxBytes`.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  let pending: Uint8Array[] = [];
  let size = 0;
  let number = 0;

  const finishLine = (): { number: number; text: string } => {
    const text = Buffer.concat(pending).toString("utf8").trim();
    pending = [];
    size = 0;
    number += 1;
    return { number, text };
  };

  for await (const chunk of input) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      pending.push(rest.subarray(0, end));
      const line = finishLine();
      if (line.text !== "") yield line;
      rest = rest.subarray(end + 1);
    }
    pending.push(rest);
    size += rest.byteLength;
    if (size > maxBytes)
      throw new CommandError(`Line ${number + 1} is longer than ${maxBytes} bytes. Shorten or remove its record.`);
  }
  const last = finishLine();
  if (last.text !== "") yield last;
}
