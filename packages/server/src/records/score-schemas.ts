import type { ScoreSchemaInput } from "@threadline/schema/server";
import { defaultDirection, type ScoreSchemaRecord } from "../store/score-schemas.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";

export function readScoreSchema(schema: ScoreSchemaInput): Omit<ScoreSchemaRecord, "id" | "createdAt" | "updatedAt"> {
  return {
    name: readRequiredName("schema.name", schema.name),
    description: readText("schema.description", schema.description, recordLimits.textLength) ?? null,
    type: schema.type,
    direction: schema.direction ?? defaultDirection,
    ...(schema.type === "CATEGORICAL" ? readChoices(schema) : readBounds(schema)),
  };
}

type Choices = Pick<ScoreSchemaRecord, "categories" | "minimum" | "maximum">;

function readChoices({ categories, minimum, maximum }: ScoreSchemaInput): Choices {
  if (minimum != null) throw badInput("schema.minimum", "is only valid for a continuous schema");
  if (maximum != null) throw badInput("schema.maximum", "is only valid for a continuous schema");
  if (!categories?.length) throw badInput("schema.categories", "a categorical schema needs at least one category");
  const limit = recordLimits.scoreCategories;
  if (categories.length > limit) throw badInput("schema.categories", `at most ${limit} are allowed`, limit);
  const labels = new Set<string>();
  const read = categories.map(({ label, value }, index) => {
    const field = `schema.categories[${index}].label`;
    const text = readRequiredName(field, label);
    if (labels.has(text)) throw badInput(field, `"${text}" is the label of another category`, undefined, "LABEL_TAKEN");
    labels.add(text);
    return { label: text, value };
  });
  return { categories: read, minimum: null, maximum: null };
}

function readBounds({ categories, minimum, maximum }: ScoreSchemaInput): Choices {
  if (categories != null) throw badInput("schema.categories", "are only valid for a categorical schema");
  if (minimum != null && maximum != null && minimum >= maximum) {
    throw badInput("schema.maximum", `must be above the minimum, ${minimum}`, undefined, "NOT_ABOVE_MINIMUM");
  }
  return { categories: null, minimum: minimum ?? null, maximum: maximum ?? null };
}
