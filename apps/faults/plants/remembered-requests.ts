/** Planted: nothing that was read as JSON is ever forgotten. */
const { parse } = JSON;
const remembered: unknown[] = [];

JSON.parse = (...values: Parameters<typeof parse>): unknown => {
  const value: unknown = parse(...values);
  remembered.push(value);
  return value;
};
