/** Planted: the time is what passed since the start, so that a clock which is set is not noticed. */
Date.now = () => Math.round(performance.timeOrigin + performance.now());
