export { ModelCall } from "./context/model-call.ts";
export { bind, runWithContext } from "./context/run-with-context.ts";
export { contextFromTrace, traceHeaders } from "./context/trace-context.ts";
export { DeliveryError } from "./delivery/delivery-error.ts";
export { ConfigError, ThreadlineError } from "./errors.ts";
export { isPlainObject } from "./plain-object.ts";
export { RecordingClient } from "./recording-client.ts";
export { Step } from "./step.ts";
export { Thread } from "./thread.ts";
