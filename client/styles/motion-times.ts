/** Durations of motion in milliseconds, and how far a section rises in pixels. A module of its own for the browser. */
export const motionTimes = { rise: 420, stagger: 100, fade: 180, draw: 1400 } as const;

export const riseDistance = 24;
