import type { RateLimiterMemory } from "rate-limiter-flexible";
import { secondsToWait } from "./request-limit.ts";
import { RecordError } from "../records/errors.ts";

/** Maximum number of test notifications of a project per minute. Each process counts separately. */
const testsPerMinute = 10;

/** Creates a function that counts a test notification of a project, and rejects with `RATE_LIMITED` after too many. */
export function createTestLimit(): (projectId: string) => Promise<void> {
  let loaded: Promise<RateLimiterMemory> | undefined;
  return async (projectId) => {
    loaded ??= loadLimiter();
    const seconds = await secondsToWait(await loaded, projectId);
    if (seconds === null) return;
    const message = `A project may send ${testsPerMinute} test notifications per minute; try again in ${seconds} s`;
    throw new RecordError("RATE_LIMITED", message, { limit: testsPerMinute });
  };
}

async function loadLimiter(): Promise<RateLimiterMemory> {
  const { RateLimiterMemory: Limiter } = await import("rate-limiter-flexible");
  return new Limiter({ points: testsPerMinute, duration: 60 });
}
