/** Planted bug: the time is derived from the time since startup, so that clock changes are not detected. */
Date.now = () => Math.round(performance.timeOrigin + performance.now());
