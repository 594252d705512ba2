import type { Accounting, BookDocument, BooksSignIn, CallAccess, Callbacks, FileCapabilities } from "./port";

/** How a system that can be asked is entered, with the addresses and secrets of this installation. */
export interface AskedDoor {
  open: (access: CallAccess) => Accounting;
  /** Undefined for books that let us in by something else. */
  signIn?: () => BooksSignIn;
  /** Undefined for books that have to be asked (`isCallingBack`). */
  callbacks?: Callbacks;
  /** The document in the vendor's own pages; undefined where the vendor names no lasting address. */
  documentPage?: (document: Pick<BookDocument, "kind" | "externalId">) => string;
}

/**
 * How books that go by file are entered. Which files there are, and what stands in them, is each system's own: nobody above
 * asks two of them the same.
 */
export interface FileDoor<A extends { capabilities: FileCapabilities }> {
  open: (access: CallAccess) => A;
  /** Gives back what a sign-in at the vendor brought. */
  giveBackSignIn: (refreshToken: string) => Promise<void>;
}
