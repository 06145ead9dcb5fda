import {
  CREATE_MODEL_PRICE,
  DELETE_MODEL_PRICE,
  GET_MODEL_PRICES,
  UPDATE_MODEL_PRICE,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { ModelPrice, ModelPricesQuery, NewModelPrice } from "../types/prices.ts";
import { found } from "./found.ts";

/** Operations on model prices. Stored generations are repriced shortly after a change. */
export interface PriceOperations {
  /** Lists the project's prices, newest first, followed by the built-in prices in order of provider and name. */
  getModelPrices(prices?: ModelPricesQuery, options?: CallOptions): Promise<{ data: ModelPrice[]; totalCount: number }>;
  /**
   * Adds a price to the project. If several prices match a generation, a price that names the provider takes precedence
   * over one that does not. Among the remaining prices, the newest applies.
   */
  createModelPrice(price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Replaces all fields of a price of the project. */
  updateModelPrice(id: string, price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Deletes a price of the project, and returns it. */
  deleteModelPrice(id: string, options?: CallOptions): Promise<ModelPrice>;
}

export function createPriceOperations(transport: Transport): PriceOperations {
  return {
    async getModelPrices(prices = {}, options) {
      const data = await transport.graphql(GET_MODEL_PRICES, prices, options);
      return { data: data.modelPrices?.nodes ?? [], totalCount: data.modelPrices?.totalCount ?? 0 };
    },
    async createModelPrice(price, options) {
      const data = await transport.graphql(CREATE_MODEL_PRICE, { price }, options);
      return found("createModelPrice", price.match, data.createModelPrice);
    },
    async updateModelPrice(id, price, options) {
      const data = await transport.graphql(UPDATE_MODEL_PRICE, { id, price }, options);
      return found("updateModelPrice", id, data.updateModelPrice);
    },
    async deleteModelPrice(id, options) {
      const data = await transport.graphql(DELETE_MODEL_PRICE, { id }, options);
      return found("deleteModelPrice", id, data.deleteModelPrice);
    },
  };
}
