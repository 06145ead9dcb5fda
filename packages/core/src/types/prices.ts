import type { Maybe } from "./json.ts";

/** A price that a project sets for models, in US dollars per million tokens. Times are ISO 8601. */
export interface NewModelPrice {
  /** Display name of the model. */
  name?: Maybe<string>;
  /** Regular expression (RE2, ignoring case) that matches the whole model name. */
  match: string;
  /** Provider of the model. Default: any. */
  provider?: Maybe<string>;
  inputPrice: number;
  outputPrice: number;
  /** Price of input that the provider reads from its cache. Default: the price of other input. */
  cachedInputPrice?: Maybe<number>;
  /** Price of input that the provider writes to its cache. Default: the price of other input. */
  cacheWritePrice?: Maybe<number>;
  /** Price of reasoning tokens. Default: the price of other output. */
  reasoningPrice?: Maybe<number>;
  /** The price applies to steps that started at this time or later. */
  validFrom?: Maybe<string>;
  /** The price applies to steps that started before this time. */
  validTo?: Maybe<string>;
}

/** Price of a model. `source` states whether the project has set the price, or the price is in the built-in table. */
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
  /** Whether the actual price depends on other factors, such as the input length. */
  isTiered: boolean;
  validFrom: string | null;
  validTo: string | null;
  /** Null for a built-in price. */
  createdAt: string | null;
  updatedAt: string | null;
}

export interface ModelPricesQuery {
  /** Returns only prices whose name, provider or `match` contains this text. */
  search?: Maybe<string>;
  source?: Maybe<"PROJECT" | "SHIPPED">;
  /** Maximum number of prices, up to 1,000. Default: 100. */
  first?: Maybe<number>;
  skip?: Maybe<number>;
}
