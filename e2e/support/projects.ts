/** Most tests: they run in parallel, and the twins' calendar does not move. */
export const JOURNEYS = "journeys";
/**
 * Tests with the tag `@alone`: they move the calendar or disturb what all suppliers share. They run after the others,
 * one at a time.
 */
export const ALONE = "alone";
/**
 * The variable that makes axe check every page passed to `findingsOf`. Without it the gate checks pages without a
 * dialog only in `screens`, in German.
 */
export const READS_ALL = "E2E_READS_ALL";
