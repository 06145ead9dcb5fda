export { bind, runWithContext } from "./context/run-with-context.ts";
export { contextFromTrace, traceHeaders } from "./context/trace-context.ts";
export { DeliveryError } from "./delivery/delivery-error.ts";
export { ConfigError, ThreadlineError } from "./errors.ts";
export { RecordingClient } from "./recording-client.ts";
export { Step } from "./step.ts";
export { Thread } from "./thread.ts";
