import type { ScoreSchemaListQuery } from "../../generated/score-schemas.ts";
import type { DrawnLine } from "./series.ts";

type ScoreSchema = Pick<
  ScoreSchemaListQuery["scoreSchemas"][number],
  "name" | "type" | "minimum" | "maximum" | "categories"
>;

/** Scale of a score. Only scores with the same scale share an axis. */
export interface ScoreScale {
  /** Identifies the scale. Equal scales have equal keys. */
  readonly key: string;
  /**
   * A score of the kind `rate` has two categories with the values 0 and 1, so its average is the share of the value 1.
   */
  readonly kind: "number" | "rate";
  /** Bounds of the axis; null if they are unknown. */
  readonly bounds: readonly [low: number, high: number] | null;
}

export interface ScaledLines {
  readonly scale: ScoreScale;
  readonly lines: readonly DrawnLine[];
}

/**
 * Returns the scale of a score. If the score's schema has a range that contains all values, this range is the bounds.
 * Otherwise, the bounds are 0 and 1 if all values are between them. Otherwise, the scale has no bounds, and no other
 * score shares it.
 */
export function scaleOf(name: string, values: readonly (number | null)[], schemas: readonly ScoreSchema[]): ScoreScale {
  const known = values.filter((value) => value !== null);
  const fits = ([low, high]: readonly [number, number]): boolean =>
    known.every((value) => value >= low && value <= high);
  const schema = schemas.find((each) => each.name === name);
  const bounds = schema ? boundsOf(schema) : null;
  if (bounds && fits(bounds)) {
    const isRate = schema?.categories?.length === 2 && bounds[0] === 0 && bounds[1] === 1;
    return isRate ? { key: "rate", kind: "rate", bounds } : scaleWithin(bounds);
  }
  return fits([0, 1]) ? scaleWithin([0, 1]) : { key: `own ${name}`, kind: "number", bounds: null };
}

export function groupByScale(lines: readonly DrawnLine[], schemas: readonly ScoreSchema[]): readonly ScaledLines[] {
  const groups = new Map<string, { readonly scale: ScoreScale; readonly lines: DrawnLine[] }>();
  const add = (scale: ScoreScale, line: DrawnLine): void => {
    const group = groups.get(scale.key) ?? { scale, lines: [] };
    group.lines.push(line);
    groups.set(scale.key, group);
  };
  for (const line of lines) {
    if (!line.isOther) add(scaleOf(line.group ?? "", [...line.values, line.total], schemas), line);
  }
  // The line "Other" averages scores that may have different scales. It is shown only if all other lines are in one
  // chart, because an average over different scales means nothing.
  const [only, ...further] = groups.values();
  for (const line of lines) if (line.isOther && only && further.length === 0) add(only.scale, line);
  return [...groups.values()];
}

function scaleWithin(bounds: readonly [number, number]): ScoreScale {
  return { key: bounds.join(" "), kind: "number", bounds };
}

function boundsOf({ type, minimum, maximum, categories }: ScoreSchema): readonly [number, number] | null {
  if (type === "CONTINUOUS") return minimum === null || maximum === null ? null : [minimum, maximum];
  const values = (categories ?? []).map(({ value }) => value);
  return values.length < 2 ? null : [Math.min(...values), Math.max(...values)];
}
