/** Whether the person at this browser has asked for as little movement as possible. In the browser only. */
export const wantsCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
