import type { Threadline } from "@threadline/core";
import type OpenAI from "openai";

/** Whoever answers customers. */
export interface Agent {
  name: string;
  answer(question: string): Promise<string>;
}

/** What an agent works with. */
export interface AgentOptions {
  client: Threadline;
  /** A client whose calls are recorded. */
  openai: OpenAI;
  model: string;
}
