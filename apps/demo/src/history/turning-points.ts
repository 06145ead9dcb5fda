/** When each change of the history happens: 0 is the start of the history, 1 its end. */
export const turningPoints = {
  /** Times from which the versions of the support prompt are used, oldest version first. */
  promptVersions: [0, 0.36, 0.72],
  supportRelease: 0.5,
  /** Release that makes the travel planner worse. */
  travelRelease: 0.62,
  /** First failure of the carrier's gateway. */
  carrierFailure: 0.78,
} as const;
