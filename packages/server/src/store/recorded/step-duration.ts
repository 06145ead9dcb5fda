/** Seconds from the start to the end of a step `r`; null without either. */
export const stepDuration = "(CAST(r.end_time - r.start_time AS double precision) / 1000)";
