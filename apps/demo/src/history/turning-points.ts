/** Times of the changes in the history, as progress from 0 to 1. */
export const turningPoints = {
  /** When each version of the support prompt goes live. */
  promptVersions: [0, 0.36, 0.72],
  supportRelease: 0.5,
  /** When the release goes live that makes the travel planner worse. */
  travelRelease: 0.62,
  /** When the gateway of the carrier starts to fail. */
  carrierFailure: 0.78,
} as const;
