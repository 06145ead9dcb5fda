import type { NewModelPrice, Threadline } from "@threadline/core";
import { scoreSchemas } from "./score-schemas.ts";

export interface SetUpProjectOptions {
  client: Threadline;
  prices: NewModelPrice[];
}

/** Adds model prices and score schemas to the project, except those that it already has. */
export async function setUpProject({ client, prices }: SetUpProjectOptions): Promise<void> {
  const { data: known } = await client.api.getModelPrices({ source: "PROJECT", first: 1000 });
  for (const price of prices)
    if (!known.some(({ match }) => match === price.match)) await client.api.createModelPrice(price);
  for (const schema of scoreSchemas)
    if (!(await client.api.getScoreSchema(schema.name))) await client.api.createScoreSchema(schema);
}
