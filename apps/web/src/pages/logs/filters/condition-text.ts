import type { Formats } from "../../../messages/formats.ts";
import { formatConditionValue, takesValue } from "./condition-value.ts";
import type { Condition } from "./condition.ts";
import { findField, scoreLabel } from "./filter-fields.ts";
import type { LogResource } from "../log-resource.ts";
import { fieldText, scoreTypeText, type useFiltersText } from "./messages.ts";

export function conditionText(
  t: ReturnType<typeof useFiltersText>,
  formats: Formats,
  resource: LogResource,
  { field, operator, value, path }: Condition,
): string {
  const name = path === undefined ? fieldText(t, field) : `${fieldText(t, field)} ${path}`;
  const words = `${name} ${t(`operator_${operator}`)}`;
  if (!takesValue(operator) && value === null) return words;
  if (field === scoreLabel) {
    // In quotes, because "is not helpful" could be read as the operator "is not".
    const labels = [value].flat().map((label) => t("quoted", { text: String(label) }));
    return `${words} ${labels.join(", ")}`;
  }
  const { kind = "json", unit } = findField(resource, field) ?? {};
  if (resource === "scores" && field === "type" && (typeof value === "string" || Array.isArray(value))) {
    return `${words} ${[value]
      .flat()
      .map((each) => scoreTypeText(t, String(each)))
      .join(", ")}`;
  }
  if (typeof value === "number" && unit === "seconds") return `${words} ${formats.duration(value)}`;
  if (typeof value === "number" && unit === "dollars") return `${words} ${formats.cost(value)}`;
  return `${words} ${formatConditionValue(value, kind, operator)}`;
}
