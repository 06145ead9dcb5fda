import { assignFields } from "./assign-fields.ts";
/** Fields to set after a callback: given as they are, or made from its result. */
export type Update<Fields, Output> = Fields | ((output: Output) => Fields | Promise<Fields>);

/** Implementation of `wrap` around the host's callback. */
export interface WrappedCallback<Output, Fields> {
  /** The thread or step that stands for the callback. */
  record: object;
  run: () => Output | Promise<Output>;
  /** Set on the record at the end; one that is made from the result is left out when there is none. */
  update: Update<Fields, Output> | undefined;
  onOutput?: (output: Output) => void;
  onFailure?: (reason: unknown) => void;
  /** Sends the record; called once, whatever the outcome. */
  send: () => void;
  /** Receives an error of the update, which is not an error of the callback. */
  onError: (error: unknown) => void;
}

/** Runs the callback: the host gets its result or its error, and the record is sent either way. */
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

/** Sets the fields that are given; `undefined` leaves a field as it is. */
function assignGiven(record: object, fields: object | undefined): void {
  const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  assignFields(record, Object.fromEntries(given));
}
