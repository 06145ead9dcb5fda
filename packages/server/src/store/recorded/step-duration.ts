/** Seconds from the start to the end of a step `r`; null if either is missing. */
export const stepDuration = "(CAST(r.end_time - r.start_time AS double precision) / 1000)";
