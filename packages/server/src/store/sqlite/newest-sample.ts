/** A condition that so many of the newest records pass is found sooner by walking the list than by an index. */
export const sampleSize = 500;
export const commonMatches = 50;
