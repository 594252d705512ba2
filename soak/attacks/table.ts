import { ofAccounts } from "./accounts";
import { ofContent } from "./content";
import { ofProofs } from "./proofs";
import { ofTraffic } from "./traffic";
import type { Weakening } from "./weakening";

/** Every attack that is tried, with the test that has to catch it. */
export const weakenings: Weakening[] = [...ofAccounts, ...ofContent, ...ofProofs, ...ofTraffic];
