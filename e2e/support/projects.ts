/** Journeys with the tag `@alone`, which move the twins' calendar or disturb what all suppliers share: after all others, one by one. */
export const ALONE = "alone";
