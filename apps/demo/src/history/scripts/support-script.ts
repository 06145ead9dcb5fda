import type { Language } from "../people.ts";

/** A conversation with the support agent. Placeholders such as `{order}` have the same values in all its texts. */
export interface SupportScript {
  subject: string;
  language: Language;
  tags: string[];
  /** Products that the conversation can be about. Default: any. */
  items?: string[];
  /** Possible questions, of which the customer asks one. */
  asks: string[];
  /** Help pages that the search finds. */
  pages: string[];
  tool: { name: "look_up_order" | "track_parcel" | "issue_refund" | "check_stock"; result: Record<string, string> };
  /** Answer of the newest version of the prompt. */
  good: string;
  /** Answer of the first version of the prompt. It does not state the next steps. */
  plain: string;
  more?: { ask: string; answer: string };
  photo?: { name: string; subject: "tent" | "boot" | "mug" | "parcel" };
}
