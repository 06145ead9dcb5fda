import type { Formats } from "../../messages/formats.ts";
import type { FigureName } from "./compared-row.ts";

export function formatFigure(formats: Formats, name: FigureName, value: number | null): string {
  switch (name) {
    case "latency":
      return formats.duration(value);
    case "cost":
      return formats.cost(value);
    default:
      return value !== null && value >= 10_000
        ? formats.compact(value)
        : formats.number(value === null ? null : Math.round(value));
  }
}
