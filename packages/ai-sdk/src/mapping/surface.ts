import type { CallSurface, MappedRequest, Wire } from "@threadline/core/internal";

/** Conversion of the calls of one model method, such as `doGenerate`, to records. */
export interface Surface extends CallSurface {
  readRequest(options: Wire, modelId: string | undefined): MappedRequest;
  /** Whether a call is part of a conversation. Outside any thread and step, such a call gets a new thread. */
  isConversation: boolean;
}
