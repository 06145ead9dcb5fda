/** Changes during the history, as its progress from 0 to 1. */
export const turningPoints = {
  /** Each version of the support prompt goes live. */
  promptVersions: [0, 0.36, 0.72],
  supportRelease: 0.5,
  /** The release that makes the travel planner worse. */
  travelRelease: 0.62,
  /** The gateway of the carrier starts to fail. */
  carrierFailure: 0.78,
} as const;
