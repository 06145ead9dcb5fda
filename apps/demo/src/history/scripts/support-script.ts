import type { Language } from "../people.ts";

/** A conversation with the support agent. Slots such as `{order}` are filled with the same values in all texts. */
export interface SupportScript {
  subject: string;
  language: Language;
  tags: string[];
  /** Products that the conversation fits. Default: any. */
  items?: string[];
  /** Ways to ask; the customer uses one of them. */
  asks: string[];
  /** Help pages that the retrieval finds. */
  pages: string[];
  tool: { name: "look_up_order" | "track_parcel" | "issue_refund" | "check_stock"; result: Record<string, string> };
  /** Answer of the newest prompt version. */
  good: string;
  /** Answer of the first prompt version, which leaves out what to do next. */
  plain: string;
  /** A further question and its answer. */
  more?: { ask: string; answer: string };
  photo?: { name: string; subject: "tent" | "boot" | "mug" | "parcel" };
}
