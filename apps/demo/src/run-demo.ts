import type { Threadline } from "@threadline/core";
import { observe } from "@threadline/openai";
import type { Agent } from "./agents/agent.ts";
import { createGearAdviser } from "./agents/gear-adviser.ts";
import { createRepairDesk } from "./agents/repair-desk.ts";
import { createSupportAssistant } from "./agents/support-assistant.ts";
import { supportPrompt } from "./agents/support-prompt.ts";
import { type AgentName, customerRequests } from "./customer-requests.ts";
import { type Evaluation, evaluateAssistant } from "./evaluate-assistant.ts";
import type { ModelAccess } from "./model-access.ts";
import { recordConversation } from "./record-conversation.ts";
import { setUpProject } from "./set-up-project.ts";

export interface DemoOptions {
  client: Threadline;
  model: ModelAccess;
}

export interface DemoRun extends Evaluation {
  threadIds: string[];
  promptName: string;
}

/**
 * Records the demo: prices and score schemas, conversations of three agents, a dataset of one agent's runs, and two
 * experiments on that dataset. The first experiment uses a smaller model.
 */
export async function runDemo({ client, model }: DemoOptions): Promise<DemoRun> {
  await setUpProject({ client, prices: model.prices });
  const prompt = await supportPrompt(client);
  const options = { ...model, client, openai: observe(model.openai, { client, streamUsage: true }) };
  const assistant = createSupportAssistant({ ...options, prompt });
  const agents: Record<AgentName, Agent> = {
    "support-assistant": assistant,
    "repair-desk": createRepairDesk(options),
    "gear-adviser": createGearAdviser(options),
  };
  const threadIds: string[] = [];
  const runIds: string[] = [];
  for (const request of customerRequests) {
    const agent = agents[request.agent];
    const conversation = await recordConversation({ client, agent, request });
    threadIds.push(conversation.threadId);
    if (agent === assistant) runIds.push(...conversation.runIds);
  }
  const { smallModel } = model;
  // The UI uses the newest experiment as the baseline of a comparison. The experiments run in the order of the
  // candidates, so the current model is last.
  const candidates = [
    { assistant: createSupportAssistant({ ...options, prompt, model: smallModel }), model: smallModel },
    { assistant, model: model.model },
  ];
  const evaluation = await evaluateAssistant({ client, prompt, candidates, runIds });
  return { ...evaluation, threadIds, promptName: prompt.name };
}
