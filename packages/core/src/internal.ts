// Used by the other Threadline packages, which require a core of the same minor version. The declarations of this file
// are not published.
export { AutoThreads } from "./auto-threads.ts";
export { ModelCall } from "./context/model-call.ts";
export { copyJson, keepJson, keepLists } from "./delivery/known-json.ts";
export { isPlainObject } from "./plain-object.ts";
export { toStored } from "./evaluation/item-key.ts";
export { runScorers } from "./evaluation/run-scorers.ts";
export { CallRecorder, type StartedCall, withLabels } from "./instrumentation/call-recorder.ts";
export { type CallTime, startNow } from "./instrumentation/call-time.ts";
export type { Preview } from "./instrumentation/deferred-call.ts";
export { describeError } from "./instrumentation/describe-error.ts";
export { addLayer, addObserver, type PatchOthers } from "./instrumentation/layers.ts";
export { isClientDecoder, observeDecoder, observeIterator } from "./instrumentation/observe-stream.ts";
export type { StartedRequest, CallObserver, ObservedCall } from "./instrumentation/observed-call.ts";
export { copyWith, dataFields, dataOf } from "./instrumentation/own-data.ts";
export { hide, patch, replace, type Wrap } from "./instrumentation/patch.ts";
export { type ObservedRequest, readBody, readJson } from "./instrumentation/read-request.ts";
export { Recent } from "./instrumentation/recent.ts";
export type { RecordedCall } from "./instrumentation/recorded-call.ts";
export { requests } from "./instrumentation/requests.ts";
export type {
  CallSurface,
  MappedGeneration,
  MappedRequest,
  MappedResponse,
  StreamReader,
} from "./instrumentation/surface.ts";
export {
  readContent,
  readMessages,
  readSources,
  readToolCall,
  readToolResult,
} from "./instrumentation/sdk-messages.ts";
export { asToolStep, type ToolCallback, toStepObject, toToolInput } from "./instrumentation/tool-step.ts";
export {
  emptyRecord,
  NOTHING,
  toIndex,
  toJsonObject,
  toList,
  toNumber,
  toObject,
  toText,
  type Wire,
} from "./instrumentation/wire.ts";
