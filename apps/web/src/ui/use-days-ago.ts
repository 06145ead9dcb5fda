import { useState } from "react";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Returns the time so many days before the component appeared, as ISO 8601. It is a whole minute, so that components
 * share a request.
 */
export function useDaysAgo(days: number): string {
  const [time] = useState(() => {
    const ago = Date.now() - days * dayMs;
    return new Date(ago - (ago % minuteMs)).toISOString();
  });
  return time;
}
