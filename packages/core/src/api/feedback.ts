import { CREATE_FEEDBACK_TOKEN } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { FeedbackOptions, FeedbackTarget, FeedbackToken } from "../types/feedback.ts";

/** Operations for feedback that web pages send on behalf of end users. */
export interface FeedbackOperations {
  /** Creates a token with which a web page scores one step or thread. The step or thread need not be stored yet. */
  createFeedbackToken(feedback: FeedbackTarget & FeedbackOptions, options?: CallOptions): Promise<FeedbackToken>;
}

export function createFeedbackOperations(
  { disabled }: Pick<Recorder, "disabled">,
  transport: Transport,
): FeedbackOperations {
  return {
    async createFeedbackToken({ stepId, threadId, scoreNames, expiresIn, scorer }, options) {
      if (disabled) return { token: "", url: "", expiresAt: new Date().toISOString() };
      const variables = { stepId, threadId, scoreNames, expiresIn, scorer };
      return (await transport.graphql(CREATE_FEEDBACK_TOKEN, variables, options)).createFeedbackToken;
    },
  };
}
