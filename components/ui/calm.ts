/** True if the person has asked for reduced motion. Works in the browser only. */
export const wantsCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
