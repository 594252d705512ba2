import { DATEV } from "./datev/system";
import { E_INVOICE } from "./e-invoice/system";
import { LEXWARE } from "./lexware/system";
import type { AskedSystem, FiledSystem } from "./port";
import { SEVDESK } from "./sevdesk/system";

/** The accounting systems with an API that a supplier can connect. Each has its connector in the registry. */
export const ASKED_SYSTEMS = { LEXOFFICE: LEXWARE, SEVDESK } satisfies Record<string, AskedSystem>;

/** The system named in a support mail of a supplier who has connected none (docs/decisions/039). */
export const FIRST_NAMED = LEXWARE;

/** Accounting systems without an API: documents and payouts are exchanged as files. */
export const FILED_SYSTEMS = { DATEV, EINVOICE: E_INVOICE } satisfies Record<string, FiledSystem>;

export type OnlineSystem = keyof typeof ASKED_SYSTEMS;
export type FileBasedSystem = keyof typeof FILED_SYSTEMS;

type CallingSystem = {
  [T in OnlineSystem]: (typeof ASKED_SYSTEMS)[T]["capabilities"]["isCallingBack"] extends true ? T : never;
}[OnlineSystem];

/** The systems that send webhooks on changes. */
export const CALLING_SYSTEMS = (Object.keys(ASKED_SYSTEMS) as OnlineSystem[]).filter(
  (type): type is CallingSystem => ASKED_SYSTEMS[type].capabilities.isCallingBack,
);

const SYSTEMS = { ...ASKED_SYSTEMS, ...FILED_SYSTEMS };

/** Returns what a system can do. `readsBy` tells systems with an API from file-based ones. */
export function capabilitiesOf<T extends keyof typeof SYSTEMS>(type: T): (typeof SYSTEMS)[T]["capabilities"] {
  return SYSTEMS[type].capabilities;
}
