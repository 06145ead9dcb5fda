import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Describes the calls of one model method, such as `doGenerate`, and how they are converted to records. */
export interface Surface extends CallSurface {
  readRequest(options: Wire, modelId: string | undefined): MappedRequest;
  /** Whether a call is part of a conversation. Outside any thread and step, such a call gets a new thread. */
  isConversation: boolean;
}
