/**
 * Planted bug: the service computes the current time from the time since its start, so it never notices that the system
 * clock was changed.
 */
Date.now = () => Math.round(performance.timeOrigin + performance.now());
