import type { AgentSpan } from "../framework.ts";
import { toFields, toText } from "./values.ts";

export function describeError({ message, data }: NonNullable<AgentSpan["error"]>): string {
  const { error, error_message: detail } = toFields(data);
  const text = toText(message) ?? "failed";
  const cause = toText(error) ?? toText(detail);
  return cause === undefined || text.includes(cause) ? text : `${text}: ${cause}`;
}
