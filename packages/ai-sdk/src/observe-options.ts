import type { CallRecordOptions, JsonObject } from "@threadline/core";
import { copyWith, dataOf, toText } from "@threadline/core/internal";

export interface ReadOptions {
  call: CallRecordOptions;
  isRecorded: boolean;
  recordInputs: boolean;
  recordOutputs: boolean;
}

/**
 * Reads the recording options of a call from `providerOptions.threadline` and from the SDK's telemetry settings. The
 * telemetry settings are in `experimental_telemetry` or, in version 7 of the SDK, in `telemetry`.
 */
export function readOptions(options: unknown): ReadOptions {
  const telemetry = dataOf(options, "telemetry") ?? dataOf(options, "experimental_telemetry");
  const given = dataOf(dataOf(options, "providerOptions"), "threadline");
  // The values are not checked here, because the service rejects wrong types.
  const { name, metadata, ...call } = { ...(given as CallRecordOptions | undefined) };
  const known = dataOf(telemetry, "metadata") as JsonObject | undefined;
  return {
    call: {
      ...call,
      name: name ?? toText(dataOf(telemetry, "functionId")),
      metadata: known || metadata ? { ...known, ...metadata } : undefined,
    },
    // Only an explicit `false` disables recording. If `isEnabled` is missing, the call is recorded, although older SDK
    // versions then send no telemetry of their own.
    isRecorded: dataOf(telemetry, "isEnabled") !== false,
    recordInputs: dataOf(telemetry, "recordInputs") !== false,
    recordOutputs: dataOf(telemetry, "recordOutputs") !== false,
  };
}

/** Removes the options for Threadline, which are not for the provider. */
export function withoutOwnOptions<Options>(options: Options): Options {
  const providerOptions = dataOf(options, "providerOptions");
  if (dataOf(providerOptions, "threadline") === undefined) return options;
  const { threadline: _, ...others } = providerOptions as { threadline?: unknown };
  return copyWith(options as Options & object, "providerOptions", others);
}
