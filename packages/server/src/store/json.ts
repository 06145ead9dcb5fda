export type { JsonObject, JsonValue } from "../json/json-value.ts";
