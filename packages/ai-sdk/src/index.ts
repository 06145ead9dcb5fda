export type { CallRecordOptions as CallOptions, RecordOptions } from "@threadline/core";
export { observe, observeModel } from "./observe.ts";
export type { ObserveOptions } from "./options.ts";
