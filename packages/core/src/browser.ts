export { Attachment } from "./attachment.ts";
export { BrowserClient, type BrowserAttachment, type BrowserOptions, type Feedback } from "./browser-client.ts";
export { DeliveryError } from "./delivery/delivery-error.ts";
export { ConfigError, HttpError, ThreadlineError } from "./errors.ts";
export { Step } from "./step.ts";
export { Thread } from "./thread.ts";
