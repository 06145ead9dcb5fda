/**
 * Script that runs in the isolate before an evaluator's code. The evaluator's code may replace every global, so the
 * script keeps its own references to built-in functions. Even so, the result cannot be trusted, because the code can
 * send any text to the host. The host therefore validates every result.
 */
export const isolateHarness = `(() => {
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { slice } = String.prototype;
  const none = () => {};
  globalThis.console = { debug: none, error: none, info: none, log: none, warn: none };

  const textOf = (read, maxLength) => {
    try {
      const value = read();
      return typeof value === "string" ? apply(slice, value, [0, maxLength]) : "";
    } catch {
      return "";
    }
  };
  const describe = (error) => {
    const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
    if (!isObject) return stringify(["error", "", textOf(() => "" + error, 1000) || "unknown", ""]);
    const name = textOf(() => error.name, 100);
    const message = textOf(() => error.message, 1000);
    return stringify(["error", name, message, textOf(() => error.stack, 4000)]);
  };
  const fail = (message) => stringify(["result", message]);

  const evaluate = async (load, input) => {
    try {
      const code = (await load).default;
      if (typeof code !== "function") return stringify(["definition", "The code needs \`export default\` with a function"]);
      const result = await code(parse(input));
      if (typeof result !== "object" || result === null) return fail("The code must return an object with \`value\`");
      const { value, label, comment } = result;
      if (typeof value !== "number") return fail("\`value\` must be a number, not " + (value === null ? "null" : typeof value));
      for (const [name, text] of [["label", label], ["comment", comment]]) {
        if (text !== undefined && text !== null && typeof text !== "string") return fail("\`" + name + "\` must be a string");
      }
      // A number as text, because JSON has no NaN.
      return stringify(["score", "" + value, label ?? null, comment ?? null]);
    } catch (error) {
      return describe(error);
    }
  };
  return { evaluate, describe };
})()`;
