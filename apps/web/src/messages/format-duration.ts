const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const formats = new Map<string, Intl.NumberFormat>();

function formatUnit(language: string, unit: string, value: number, maximumFractionDigits = 0): string {
  const name = `${language} ${unit} ${maximumFractionDigits}`;
  const known = formats.get(name) ?? new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits });
  formats.set(name, known);
  return known.format(value);
}

/** Seconds as `320 ms`, `4.1 sec`, `2 min 5 sec` or `2 days 12 hr`. */
export function formatDuration(language: string, seconds: number): string {
  if (seconds < 0.9995) return formatUnit(language, "millisecond", seconds * 1000);
  if (seconds < 59.95) return formatUnit(language, "second", seconds, 1);
  const whole = Math.round(seconds);
  const index = units.findIndex(([, length]) => whole >= length);
  const [[unit, length] = ["second", 1], [smallUnit, smallLength] = ["second", 1]] = units.slice(index, index + 2);
  const rest = Math.floor((whole % length) / smallLength);
  const text = formatUnit(language, unit, Math.floor(whole / length));
  return rest === 0 ? text : `${text} ${formatUnit(language, smallUnit, rest)}`;
}
