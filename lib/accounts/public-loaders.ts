import { callerOrigin } from "@/lib/auth/caller";
import { countLinkUse } from "@/lib/auth/guesses";
import { currentAccount, currentSession } from "@/lib/auth/session";
import { readAddressToken, readInvitationToken, readResetToken } from "@/lib/auth/tokens";
import { db } from "@/lib/core/db";
import { shortName } from "@/lib/core/tame-text";
import { readAddressLink } from "./address-link-mutations";
import { findLinkedSession } from "./link-mutations";
import { isResetOpen } from "./password-mutations";
import type { SignInLink } from "./schema";
import { readInvitation } from "./team-mutations";

/** Whether a link to a new password still opens the form. */
export async function loadResetLink(token: string): Promise<boolean> {
  await countLinkUse(await readResetToken(token), (await callerOrigin()).ip);
  return await isResetOpen(token);
}

/** A link about an address as the one who follows it sees it, and whether the person who is signed in needs none. */
export async function loadAddressLink(token: string) {
  await countLinkUse(await readAddressToken(token), (await callerOrigin()).ip);
  const [link, session] = await Promise.all([readAddressLink(token), currentSession()]);
  const isProven = session?.isAddressProven ?? false;
  if (!link) return { isProven };
  const { kind, email, userId } = link;
  return { link: { kind, email, needsPassword: kind !== "undo" && session?.userId !== userId }, isProven };
}

/** An invitation as the one who follows its link sees it; undefined if it is no longer open. */
export async function loadInvitation(token: string) {
  await countLinkUse((await readInvitationToken(token))?.id, (await callerOrigin()).ip);
  const invitation = await readInvitation(token);
  if (!invitation) return undefined;
  const session = await currentSession();
  const user = session && (await db.user.findUnique({ where: { id: session.userId } }));
  const isInvited = user?.email === invitation.email;
  return {
    ...invitation,
    // Also an account whose address nobody has proven yet: taking the invitation up in it proves it.
    hasAccount: invitation.hasAccount || isInvited,
    signedIn: user ? { name: user.name, isInvited } : undefined,
  };
}

/** Somebody as a page names them: names are other people's text, so they are tamed and cut. */
interface Shown {
  name: string;
  company: string;
}

export interface ShownLink {
  /** Who a click would sign in; undefined if the link was used, is too old, or was never ours. */
  opens?: Shown;
  /** Who is signed in in this browser. */
  current?: Shown;
}

/** A link to a session as the one who opens it sees it. Nobody is signed in by looking, and the link is not used up. */
export async function loadSignInLink(link: SignInLink): Promise<ShownLink> {
  const [linked, signedIn] = [await findLinkedSession(link), await currentAccount()];
  const shown = (name: string, company: string) => ({ name: shortName(name), company: shortName(company) });
  return {
    opens: linked ? shown(linked.membership.user.name, linked.membership.customer.companyName) : undefined,
    current: signedIn && shown(signedIn.session.userName, signedIn.account.companyName),
  };
}
