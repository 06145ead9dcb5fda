import type { Threadline } from "@threadline/core";
import type OpenAI from "openai";

/** An agent that answers customers. */
export interface Agent {
  name: string;
  answer(question: string): Promise<string>;
}

/** Dependencies of an agent. */
export interface AgentOptions {
  client: Threadline;
  /** A client whose calls are recorded. */
  openai: OpenAI;
  model: string;
}
