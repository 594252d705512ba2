import { datevConnector } from "./datev/door";
import type { FileConnector, OnlineConnector } from "./door";
import { eInvoiceConnector } from "./e-invoice/door";
import { lexwareConnector } from "./lexware/door";
import type { Accounting, AccountingDocument, AccountingSignIn, CallAccess, Callbacks, FileCapabilities } from "./port";
import { sevdeskConnector } from "./sevdesk/door";
import type { FileBasedSystem, OnlineSystem } from "./systems";

/** The connector of each system. A system added to `systems.ts` is a compile error here until it has one. */
const DOORS: Record<OnlineSystem, OnlineConnector> = { LEXOFFICE: lexwareConnector, SEVDESK: sevdeskConnector };
const FILE_DOORS = { DATEV: datevConnector, EINVOICE: eInvoiceConnector } satisfies Record<
  FileBasedSystem,
  FileConnector<{ capabilities: FileCapabilities }>
>;

export function accountingOf(type: OnlineSystem, access: CallAccess): Accounting {
  return DOORS[type].open(access);
}

type FileAccountingOf<T extends FileBasedSystem> = ReturnType<(typeof FILE_DOORS)[T]["open"]>;

export function fileAccountingOf<T extends FileBasedSystem>(type: T, access: CallAccess): FileAccountingOf<T> {
  return FILE_DOORS[type].open(access) as FileAccountingOf<T>;
}

/** Returns the OAuth sign-in; undefined for systems that the supplier connects in another way. */
export function signInOf(type: OnlineSystem): AccountingSignIn | undefined {
  return DOORS[type].signIn?.();
}

/** Returns the webhook callbacks; undefined for systems without webhooks. */
export function callbacksOf(type: OnlineSystem): Callbacks | undefined {
  return DOORS[type].callbacks;
}

/** Revokes the refresh token that a sign-in at the vendor returned. Does nothing for systems without a sign-in. */
export async function revokeSignIn(type: OnlineSystem | FileBasedSystem, refreshToken: string): Promise<void> {
  if (isFiled(type)) await FILE_DOORS[type].revokeSignIn(refreshToken);
  else await signInOf(type)?.revoke(refreshToken);
}

/** Returns the address of the document in the vendor's own pages; undefined if the vendor has no permanent address. */
export function documentPageOf(
  type: string,
  document: Pick<AccountingDocument, "kind" | "externalId">,
): string | undefined {
  return Object.hasOwn(DOORS, type) ? DOORS[type as OnlineSystem].documentPage?.(document) : undefined;
}

function isFiled(type: OnlineSystem | FileBasedSystem): type is FileBasedSystem {
  return Object.hasOwn(FILE_DOORS, type);
}
