/** Restores globals and timers after each file of a shared process. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
