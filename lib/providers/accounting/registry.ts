import { datevDoor } from "./datev/door";
import type { AskedDoor, FileDoor } from "./door";
import { lexwareDoor } from "./lexware/door";
import type { Accounting, BookDocument, BooksSignIn, CallAccess, Callbacks, FileCapabilities } from "./port";
import { sevdeskDoor } from "./sevdesk/door";
import type { BooksType, FileBooksType } from "./systems";

/** The connector of each system. A system added to `systems.ts` is a compile error here until it has one. */
const DOORS: Record<BooksType, AskedDoor> = { LEXOFFICE: lexwareDoor, SEVDESK: sevdeskDoor };
const FILE_DOORS = { DATEV: datevDoor } satisfies Record<FileBooksType, FileDoor<{ capabilities: FileCapabilities }>>;

export function accountingOf(type: BooksType, access: CallAccess): Accounting {
  return DOORS[type].open(access);
}

type FileAccounting = ReturnType<(typeof FILE_DOORS)[FileBooksType]["open"]>;

export function fileAccountingOf(type: FileBooksType, access: CallAccess): FileAccounting {
  return FILE_DOORS[type].open(access);
}

/** Returns the OAuth sign-in; undefined for systems that the supplier connects in another way. */
export function signInOf(type: BooksType): BooksSignIn | undefined {
  return DOORS[type].signIn?.();
}

/** Returns the webhook callbacks; undefined for systems without webhooks. */
export function callbacksOf(type: BooksType): Callbacks | undefined {
  return DOORS[type].callbacks;
}

/** Revokes the refresh token that a sign-in at the vendor returned. Does nothing for systems without a sign-in. */
export async function giveBackSignIn(type: BooksType | FileBooksType, refreshToken: string): Promise<void> {
  if (isFiled(type)) await FILE_DOORS[type].giveBackSignIn(refreshToken);
  else await signInOf(type)?.revoke(refreshToken);
}

/** Returns the address of the document in the vendor's own pages; undefined if the vendor has no permanent address. */
export function documentPageOf(type: string, document: Pick<BookDocument, "kind" | "externalId">): string | undefined {
  return Object.hasOwn(DOORS, type) ? DOORS[type as BooksType].documentPage?.(document) : undefined;
}

function isFiled(type: BooksType | FileBooksType): type is FileBooksType {
  return Object.hasOwn(FILE_DOORS, type);
}
