import type { Threadline } from "@threadline/core";
import type OpenAI from "openai";

export interface Agent {
  name: string;
  answer(question: string): Promise<string>;
}

export interface AgentOptions {
  client: Threadline;
  openai: OpenAI;
  model: string;
}
