/** Most journeys: several at once, and the twins' calendar stands still. */
export const JOURNEYS = "journeys";
/** Journeys with the tag `@alone`, which move the calendar or disturb what all suppliers share: after the others, one by one. */
export const ALONE = "alone";
/** The variable that has axe read every page it is shown; the gate reads pages without a dialogue in `screens` only, in German. */
export const READS_ALL = "E2E_READS_ALL";
