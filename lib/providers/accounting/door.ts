import type { Accounting, AccountingDocument, AccountingSignIn, CallAccess, Callbacks, FileCapabilities } from "./port";

/** A connector: opens an accounting system that has an API, with the addresses and secrets of this installation. */
export interface OnlineConnector {
  open: (access: CallAccess) => Accounting;
  /** Undefined for systems that the supplier connects in another way. */
  signIn?: () => AccountingSignIn;
  /** Undefined for systems that send no webhooks (`isCallingBack` is false). */
  callbacks?: Callbacks;
  /** Returns the document's address in the vendor's own pages; undefined if the vendor has no permanent one. */
  documentPage?: (document: Pick<AccountingDocument, "kind" | "externalId">) => string;
}

/**
 * A connector for a file-based accounting system. Each system defines its own files and their content, so no caller
 * treats two systems alike.
 */
export interface FileConnector<A extends { capabilities: FileCapabilities }> {
  open: (access: CallAccess) => A;
  /** Revokes the refresh token that a sign-in at the vendor returned. */
  revokeSignIn: (refreshToken: string) => Promise<void>;
}
