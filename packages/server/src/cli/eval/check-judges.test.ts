import type { EvaluationResult } from "@threadline/core";
import { expect, test } from "vitest";
import { checkJudges } from "./check-judges.ts";

test.each(["The service is down", "The service is down."])(
  "a judge that cannot be checked counts as not measured, with the reason: %s",
  async (message) => {
    const result = { unmeasuredJudges: () => Promise.reject(new Error(message)) } as unknown as EvaluationResult;
    expect(await checkJudges(result, new Set(["tone"]))).toEqual(
      new Map([
        [
          "tone",
          {
            unmeasured: "Its judge could not be checked: The service is down.",
            remedy: "Try again",
            drifting: null,
          },
        ],
      ]),
    );
  },
);
