const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const formats = new Map<string, Intl.NumberFormat>();

function formatUnit(
  language: string,
  unit: string,
  value: number,
  { unitDisplay = "short", maximumFractionDigits = 0 }: Intl.NumberFormatOptions = {},
): string {
  const name = `${language} ${unit} ${unitDisplay} ${maximumFractionDigits}`;
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits } as const;
  const known = formats.get(name) ?? new Intl.NumberFormat(language, options);
  formats.set(name, known);
  return known.format(value);
}

/** Formats seconds as `320 ms`, `4.1 sec`, `2 min`, `2m 5s` or `2d 12h`. */
export function formatDuration(language: string, seconds: number): string {
  if (seconds < 0.9995) return formatUnit(language, "millisecond", seconds * 1000);
  if (seconds < 59.95) return formatUnit(language, "second", seconds, { maximumFractionDigits: 1 });
  const whole = Math.round(seconds);
  const index = units.findIndex(([, length]) => whole >= length);
  const [[unit, length] = ["second", 1], [smallUnit, smallLength] = ["second", 1]] = units.slice(index, index + 2);
  const count = Math.floor(whole / length);
  const rest = Math.floor((whole % length) / smallLength);
  if (rest === 0) return formatUnit(language, unit, count);
  // Two units in the narrow format, such as `2m 5s`, are about as short as one unit in the default format.
  const narrow = { unitDisplay: "narrow" } as const;
  return `${formatUnit(language, unit, count, narrow)} ${formatUnit(language, smallUnit, rest, narrow)}`;
}
