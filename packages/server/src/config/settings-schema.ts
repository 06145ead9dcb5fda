import * as z from "zod";
import { describeSettings } from "./describe-setting.ts";
import type { Setting } from "./describe-setting.ts";
import { schemaOf } from "./setting-types.ts";

/** JSON schema of the configuration file, for editors; `pnpm codegen` writes it to `settings.schema.json`. */
export function createSettingsSchema(): z.core.JSONSchema.JSONSchema {
  const properties = describeSettings().map((setting) => [setting.name, describe(setting)]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration file of Threadline",
    type: "object",
    properties: {
      $schema: { type: "string", description: "Location of this schema" },
      ...Object.fromEntries(properties),
    },
    additionalProperties: false,
  };
}

function describe({ type, description, unit, default: fallback, example }: Setting): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...accepted } = z.toJSONSchema(schemaOf(type), { io: "input", target: "draft-7" });
  return {
    description: unit === null ? description : `${description} (${unit})`,
    ...accepted,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { examples: [type.type === "list" ? [example] : example] }),
  };
}
