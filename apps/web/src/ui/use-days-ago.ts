import { useState } from "react";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Returns the time `days` days before the component was mounted, as ISO 8601. It is rounded down to the minute, so that
 * components mounted in the same minute share a request.
 */
export function useDaysAgo(days: number): string {
  const [time] = useState(() => {
    const ago = Date.now() - days * dayMs;
    return new Date(ago - (ago % minuteMs)).toISOString();
  });
  return time;
}
