export { BrowserClient, type BrowserOptions, type Feedback } from "./browser-client.ts";
export { DeliveryError } from "./delivery/delivery-error.ts";
export { ConfigError, ThreadlineError } from "./errors.ts";
export { Step } from "./step.ts";
export { Thread } from "./thread.ts";
