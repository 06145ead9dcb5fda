import type { Threadline } from "@threadline/core";
import { demoMetadata, demoTag } from "./demo-mark.ts";
import type { Agent } from "./agents/agent.ts";
import type { CustomerRequest } from "./customer-requests.ts";

export interface RecordConversationOptions {
  client: Threadline;
  agent: Agent;
  request: CustomerRequest;
}

export interface RecordedConversation {
  threadId: string;
  /** Ids of the runs that answered the questions, in order. */
  runIds: string[];
}

/**
 * Records the conversation of one customer: messages, the runs of the agent, an attachment, and the customer's
 * feedback.
 */
export async function recordConversation(options: RecordConversationOptions): Promise<RecordedConversation> {
  const { client, agent, request } = options;
  const { identifier, ...metadata } = request.customer;
  const participantId = await client.api.getOrCreateUser(identifier, { ...metadata, ...demoMetadata });
  const thread = client.thread({ name: request.subject, participantId, tags: request.tags });
  const runIds: string[] = [];
  await thread.wrap(async () => {
    for (const [turn, question] of request.questions.entries()) {
      const asked = client.step({ type: "user_message", name: metadata.name, output: { content: question } });
      await asked.wrap(async () => {
        if (turn === 0 && request.attachment) await client.api.createAttachment(request.attachment);
      });
      const run = client.run({ name: agent.name, input: { question } });
      runIds.push(run.id);
      const { answer } = await run.wrap(async () => ({ answer: await agent.answer(question) }));
      await client.step({ type: "assistant_message", name: agent.name, output: { content: answer } }).send();
    }
  });
  await client.flush();
  const stepId = runIds.at(-1);
  await client.api.createScore({ name: "user-feedback", type: "HUMAN", stepId, tags: [demoTag], ...request.feedback });
  return { threadId: thread.id, runIds };
}
