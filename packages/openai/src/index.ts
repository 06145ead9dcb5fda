export type { CallRecordOptions as CallOptions, RecordOptions } from "@threadline/core";
export { callOptions } from "./call-options.ts";
export { instrument, type InstrumentOptions } from "./instrument.ts";
export { observe } from "./observe.ts";
export { observeRealtime, type RealtimeConnection } from "./observe-realtime.ts";
export type { RecorderOptions } from "./recorder-options.ts";
