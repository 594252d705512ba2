import { DATEV } from "./datev/system";
import { LEXWARE } from "./lexware/system";
import type { AskedSystem, FiledSystem } from "./port";
import { SEVDESK } from "./sevdesk/system";

/** The systems a supplier's books can be kept in; each has its door in the registry. */
export const ASKED_SYSTEMS = { LEXOFFICE: LEXWARE, SEVDESK } satisfies Record<string, AskedSystem>;

/** Named to whoever has no books yet (docs/decisions/039). */
export const FIRST_NAMED = LEXWARE;

/** Books that cannot be asked: what we know of them, and what they know of us, goes by file. */
export const FILED_SYSTEMS = { DATEV } satisfies Record<string, FiledSystem>;

export type BooksType = keyof typeof ASKED_SYSTEMS;
export type FileBooksType = keyof typeof FILED_SYSTEMS;

type CallingBooks = {
  [T in BooksType]: (typeof ASKED_SYSTEMS)[T]["capabilities"]["isCallingBack"] extends true ? T : never;
}[BooksType];

/** Those that call us when something changed. */
export const CALLING_BOOKS = (Object.keys(ASKED_SYSTEMS) as BooksType[]).filter(
  (type): type is CallingBooks => ASKED_SYSTEMS[type].capabilities.isCallingBack,
);

const SYSTEMS = { ...ASKED_SYSTEMS, ...FILED_SYSTEMS };

/** What a system can do; `readsBy` tells books that can be asked from those that go by file. */
export function capabilitiesOf<T extends keyof typeof SYSTEMS>(type: T): (typeof SYSTEMS)[T]["capabilities"] {
  return SYSTEMS[type].capabilities;
}
