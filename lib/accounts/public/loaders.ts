import { readAddressLink } from "@/lib/accounts/address/link-mutations";
import { isResetOpen } from "@/lib/accounts/password/mutations";
import { readPerson } from "@/lib/accounts/profile/data";
import type { SignInLink } from "@/lib/accounts/schema";
import { findLinkedSession } from "@/lib/accounts/sign-in/link-mutations";
import { readInvitation } from "@/lib/accounts/team/mutations";
import { callerOrigin } from "@/lib/auth/caller";
import { countLinkUse } from "@/lib/auth/limits/guesses";
import { readAddressToken, readInvitationToken, readResetToken } from "@/lib/auth/link-tokens";
import { currentAccount, currentSession } from "@/lib/auth/sessions/session";
import { shortName } from "@/lib/core/text/sanitise";

/** Returns whether a password reset link still opens the form. */
export async function loadResetLink(token: string): Promise<boolean> {
  await countLinkUse(await readResetToken(token), (await callerOrigin()).ip);
  return await isResetOpen(token);
}

/** Loads what the page of a link about an address shows, and whether the signed-in person's address is proven. */
export async function loadAddressLink(token: string) {
  await countLinkUse(await readAddressToken(token), (await callerOrigin()).ip);
  const [link, session] = await Promise.all([readAddressLink(token), currentSession()]);
  const isProven = session?.isAddressProven ?? false;
  if (!link) return { isProven };
  const { kind, email, userId } = link;
  return { link: { kind, email, needsPassword: kind !== "undo" && session?.userId !== userId }, isProven };
}

/** Loads what the page of an invitation shows; undefined if the invitation is no longer open. */
export async function loadInvitation(token: string) {
  await countLinkUse((await readInvitationToken(token))?.id, (await callerOrigin()).ip);
  const invitation = await readInvitation(token);
  if (!invitation) return undefined;
  const session = await currentSession();
  const user = session && (await readPerson(session.userId));
  const isInvited = user?.email === invitation.email;
  return {
    ...invitation,
    // Also true for an account with an unproven address: accepting the invitation with it proves the address.
    hasAccount: invitation.hasAccount || isInvited,
    signedIn: user ? { name: user.name, isInvited } : undefined,
  };
}

/** A person as a page names them. Names are other people's text, so they are sanitised and cut. */
interface Shown {
  name: string;
  company: string;
}

export interface ShownLink {
  /** The person whom a click would sign in; undefined if the link was used, is too old, or was never ours. */
  opens?: Shown;
  /** The person who is signed in in this browser. */
  current?: Shown;
}

/** Loads what the page of a sign-in link shows. Loading signs nobody in and does not use the link. */
export async function loadSignInLink(link: SignInLink): Promise<ShownLink> {
  const [linked, signedIn] = [await findLinkedSession(link), await currentAccount()];
  const shown = (name: string, company: string) => ({ name: shortName(name), company: shortName(company) });
  return {
    opens: linked ? shown(linked.membership.user.name, linked.membership.customer.companyName) : undefined,
    current: signedIn && shown(signedIn.session.userName, signedIn.account.companyName),
  };
}
