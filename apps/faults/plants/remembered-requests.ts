/** Planted bug: parsed JSON is never freed. */
const { parse } = JSON;
const remembered: unknown[] = [];

JSON.parse = (...values: Parameters<typeof parse>): unknown => {
  const value: unknown = parse(...values);
  remembered.push(value);
  return value;
};
