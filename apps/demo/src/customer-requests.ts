import { join } from "node:path";
import type { ScoreConstructor } from "@threadline/core";
import { feedbackCategories } from "./score-schemas.ts";

/** Name of an agent. Each agent is built with another library. */
export type AgentName = "support-assistant" | "repair-desk" | "gear-adviser";

export interface CustomerRequest {
  customer: { identifier: string; name: string; plan: string };
  /** Subject of the request, used as the name of the thread. */
  subject: string;
  agent: AgentName;
  /** Topics, used as tags of the thread. */
  tags: string[];
  questions: string[];
  /** Attachment of the first question. `path` is relative to `assets/`. */
  attachment?: { path: string; name: string; mime: string };
  /** The customer's rating of the last answer. */
  feedback: Pick<ScoreConstructor, "value" | "label" | "comment">;
}

const [liked, disliked] = feedbackCategories;

/** Requests of three customers. The last request fails. */
export const customerRequests: CustomerRequest[] = [
  {
    customer: { identifier: "amara@example.com", name: "Amara", plan: "member" },
    subject: "Parcel on its way?",
    agent: "support-assistant",
    tags: ["orders"],
    questions: ["Where is my order A-1042?"],
    feedback: { ...liked, comment: "Quick and clear" },
  },
  {
    customer: { identifier: "jonas@example.com", name: "Jonas", plan: "guest" },
    subject: "Boots and a tent",
    agent: "support-assistant",
    tags: ["returns", "workshop"],
    questions: [
      "I wore my boots outside once. Can I return them?",
      "Does the workshop repair a torn tent, and what does it cost?",
    ],
    attachment: {
      path: join(import.meta.dirname, "../assets/receipt.pdf"),
      name: "receipt.pdf",
      mime: "application/pdf",
    },
    feedback: { ...disliked, comment: "I hoped for a refund" },
  },
  {
    customer: { identifier: "mei@example.com", name: "Mei", plan: "member" },
    subject: "Invoice",
    agent: "support-assistant",
    tags: ["orders", "invoices"],
    questions: ["Please send me the invoice of order B-2203 and tell me when it ships."],
    feedback: { ...liked, comment: null },
  },
  {
    customer: { identifier: "jonas@example.com", name: "Jonas", plan: "guest" },
    subject: "Two repairs",
    agent: "repair-desk",
    tags: ["workshop"],
    questions: ["The zip of my tent is broken and a sleeve of my jacket is torn. What would it cost to repair both?"],
    feedback: { ...liked, comment: "Cheaper than a new one" },
  },
  {
    customer: { identifier: "amara@example.com", name: "Amara", plan: "member" },
    subject: "A tent for two",
    agent: "gear-adviser",
    tags: ["sales"],
    questions: ["Which tent for two do you have in the shop today?"],
    feedback: { ...liked, comment: null },
  },
  {
    customer: { identifier: "mei@example.com", name: "Mei", plan: "member" },
    subject: "A cracked kayak",
    agent: "repair-desk",
    tags: ["workshop", "escalated"],
    questions: ["My kayak has a crack in its hull. What would a repair cost?"],
    feedback: { ...disliked, comment: "No answer to my question" },
  },
];
