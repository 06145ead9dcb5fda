/**
 * Planted bug: the current time is computed from the time since startup. So changes of the system clock have no effect.
 */
Date.now = () => Math.round(performance.timeOrigin + performance.now());
