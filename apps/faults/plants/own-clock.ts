/** Planted bug: the time is computed from the time since startup, so changes of the clock are not noticed. */
Date.now = () => Math.round(performance.timeOrigin + performance.now());
