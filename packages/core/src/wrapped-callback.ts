import { assignFields } from "./assign-fields.ts";
/** Fields to set after a callback: an object, or a function that gets the callback's result. */
export type Update<Fields, Output> = Fields | ((output: Output) => Fields | Promise<Fields>);

export interface WrappedCallback<Output, Fields> {
  record: object;
  run: () => Output | Promise<Output>;
  /** Fields to set at the end. A function is called only if the callback returns. */
  update: Update<Fields, Output> | undefined;
  onOutput?: (output: Output) => void;
  onFailure?: (reason: unknown) => void;
  /** Sends the record. Called once, even after an error. */
  send: () => void;
  /** Receives errors of `update`. */
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

/** Sets the given fields; `undefined` values are ignored. */
function assignGiven(record: object, fields: object | undefined): void {
  const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  assignFields(record, Object.fromEntries(given));
}
