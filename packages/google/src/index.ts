export type { CallRecordOptions as CallOptions, RecorderOptions, RecordOptions } from "@threadline/core";
export { callOptions } from "./call-options.ts";
export { instrument, type InstrumentOptions } from "./instrument.ts";
export { observe } from "./observe.ts";
