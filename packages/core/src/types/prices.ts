import type { Maybe } from "./json.ts";

/** A project's price for models, in US dollars per million tokens. Times are ISO-8601. */
export interface NewModelPrice {
  /** Display name of the model. */
  name?: Maybe<string>;
  /** Regular expression (RE2, without regard to case) that the whole name of a model has to match. */
  match: string;
  /** Provider of the model. Default: any. */
  provider?: Maybe<string>;
  inputPrice: number;
  outputPrice: number;
  /** For input from the provider's cache; as other input when not given. */
  cachedInputPrice?: Maybe<number>;
  /** For input that is written to the provider's cache; as other input when not given. */
  cacheWritePrice?: Maybe<number>;
  /** For reasoning; as other output when not given. */
  reasoningPrice?: Maybe<number>;
  /** Applies to steps that began at this time or later. */
  validFrom?: Maybe<string>;
  /** Applies to steps that began before this time. */
  validTo?: Maybe<string>;
}

/** Price of a model, from the project or the built-in table. */
export interface ModelPrice {
  id: string;
  source: "PROJECT" | "SHIPPED";
  name: string | null;
  match: string;
  provider: string | null;
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice: number | null;
  cacheWritePrice: number | null;
  reasoningPrice: number | null;
  /** Whether the real price depends on more, such as the length of the input. */
  isTiered: boolean;
  validFrom: string | null;
  validTo: string | null;
  /** Null for a shipped price. */
  createdAt: string | null;
  updatedAt: string | null;
}

/** Which prices to list. */
export interface ModelPricesQuery {
  /** Only those whose name, provider or match contains this text. */
  search?: Maybe<string>;
  source?: Maybe<"PROJECT" | "SHIPPED">;
  /** Maximum number, up to 1,000. Default: 100. */
  first?: Maybe<number>;
  /** Number to skip. */
  skip?: Maybe<number>;
}
