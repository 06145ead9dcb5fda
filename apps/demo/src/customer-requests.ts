import { join } from "node:path";
import type { ScoreConstructor } from "@threadline/core";

/** Who answers: each is built on another library. */
export type AgentName = "support-assistant" | "repair-desk" | "gear-adviser";

export interface CustomerRequest {
  customer: { identifier: string; name: string; plan: string };
  /** The subject, which becomes the name of the thread. */
  subject: string;
  agent: AgentName;
  questions: string[];
  /** A file of `assets/` that comes with the first question. */
  attachment?: { path: string; name: string; mime: string };
  /** What the customer thought of the last answer. */
  feedback: Pick<ScoreConstructor, "value" | "comment">;
}

/** What three customers of the shop ask. */
export const customerRequests: CustomerRequest[] = [
  {
    customer: { identifier: "amara@example.com", name: "Amara", plan: "member" },
    subject: "Parcel on its way?",
    agent: "support-assistant",
    questions: ["Where is my order A-1042?"],
    feedback: { value: 1, comment: "Quick and clear" },
  },
  {
    customer: { identifier: "jonas@example.com", name: "Jonas", plan: "guest" },
    subject: "Boots and a tent",
    agent: "support-assistant",
    questions: [
      "I wore my boots outside once. Can I return them?",
      "Does the workshop repair a torn tent, and what does it cost?",
    ],
    attachment: {
      path: join(import.meta.dirname, "../assets/receipt.pdf"),
      name: "receipt.pdf",
      mime: "application/pdf",
    },
    feedback: { value: 0, comment: "I hoped for a refund" },
  },
  {
    customer: { identifier: "mei@example.com", name: "Mei", plan: "member" },
    subject: "Invoice",
    agent: "support-assistant",
    questions: ["Please send me the invoice of order B-2203 and tell me when it ships."],
    feedback: { value: 1, comment: null },
  },
  {
    customer: { identifier: "jonas@example.com", name: "Jonas", plan: "guest" },
    subject: "Two repairs",
    agent: "repair-desk",
    questions: ["The zip of my tent is broken and a sleeve of my jacket is torn. What would it cost to repair both?"],
    feedback: { value: 1, comment: "Cheaper than a new one" },
  },
  {
    customer: { identifier: "amara@example.com", name: "Amara", plan: "member" },
    subject: "A tent for two",
    agent: "gear-adviser",
    questions: ["Which tent for two do you have in the shop today?"],
    feedback: { value: 1, comment: null },
  },
];
