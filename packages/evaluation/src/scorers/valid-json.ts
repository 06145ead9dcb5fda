import { readInput } from "./read-input.ts";
import { outputOption, type Scorer } from "./scorer.ts";

export interface ValidJsonOptions {
  readonly output?: string | undefined;
  readonly kind?: "any" | "object" | "array" | "object or array" | undefined;
}

export const validJson: Scorer<ValidJsonOptions> = {
  name: "validJson",
  description: "1 if the output is JSON of the required kind, else 0. A text is parsed first.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      kind: {
        type: "string",
        enum: ["any", "object", "array", "object or array"],
        description: "Required kind of value.",
        default: "any",
      },
    },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "output", kind = "any" }) {
    let value = readInput(view, output);
    if (typeof value === "string") {
      try {
        value = JSON.parse(value) as typeof value;
      } catch (error) {
        return { value: 0, comment: (error as Error).message };
      }
    }
    const found = Array.isArray(value) ? "array" : typeof value === "object" && value !== null ? "object" : "scalar";
    const isMatch = kind === "any" || (kind === "object or array" ? found !== "scalar" : found === kind);
    return isMatch ? { value: 1 } : { value: 0, comment: `The JSON is not an ${kind}` };
  },
};
