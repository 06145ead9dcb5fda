import { assignFields } from "./assign-fields.ts";
/** Fields to set after a callback: an object, or a function that gets the callback's result. */
export type Update<Fields, Output> = Fields | ((output: Output) => Fields | Promise<Fields>);

export interface WrappedCallback<Output, Fields> {
  record: object;
  run: () => Output | Promise<Output>;
  /** Fields of the record to set after the callback. A function is only called if the callback succeeds. */
  update: Update<Fields, Output> | undefined;
  onOutput?: (output: Output) => void;
  onFailure?: (reason: unknown) => void;
  send: () => void;
  onError: (error: unknown) => void;
}

/** Runs the callback, sends the record, and then returns the callback's result or rethrows its error. */
export async function runWrapped<Output, Fields extends object>(
  wrapped: WrappedCallback<Output, Fields>,
): Promise<Output> {
  const { record, run, update, onOutput, onFailure, send, onError } = wrapped;
  try {
    const output = await run();
    try {
      onOutput?.(output);
    } catch (error) {
      onError(error);
    }
    try {
      if (update !== undefined) assignGiven(record, typeof update === "function" ? await update(output) : update);
    } catch (error) {
      onError(error);
    }
    return output;
  } catch (reason) {
    try {
      onFailure?.(reason);
      if (typeof update !== "function") assignGiven(record, update);
    } catch (error) {
      onError(error);
    }
    throw reason;
  } finally {
    try {
      send();
    } catch (error) {
      onError(error);
    }
  }
}

function assignGiven(record: object, fields: object | undefined): void {
  const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  assignFields(record, Object.fromEntries(given));
}
