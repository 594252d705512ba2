import { ofAccounts } from "./tables/accounts";
import { ofContent } from "./tables/content";
import { ofProofs } from "./tables/proofs";
import { ofTraffic } from "./tables/traffic";
import type { Weakening } from "./weakening";

export const attacks = [...ofAccounts, ...ofContent, ...ofProofs, ...ofTraffic];

/** Every weakening that is tried, by the topic under which `npm run weaken` runs it. */
const TOPICS: Record<string, Weakening[]> = {
  attacks: attacks.map((attack) => ({ ...attack, name: `${attack.kind}: ${attack.name}` })),
};

export interface Entry extends Weakening {
  topic: string;
}

export const topics = Object.keys(TOPICS);
export const entries: Entry[] = Object.entries(TOPICS).flatMap(([topic, weakenings]) =>
  weakenings.map((weakening) => ({ ...weakening, topic })),
);
