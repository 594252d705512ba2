import { callerOrigin } from "@/lib/auth/caller";
import { countTry } from "@/lib/auth/limits";
import { currentSession, sessionOf } from "@/lib/auth/session";
import { readAccessToken } from "@/lib/auth/tokens";
import { db } from "@/lib/core/db";
import { withinSupplier } from "@/lib/core/supplier-wall";
import { readAddressLink } from "./address-link-mutations";
import { isResetOpen } from "./password-mutations";
import { beginTicketSession } from "./sign-in-mutations";
import { readInvitation } from "./team-mutations";

/** Whether a link to a new password still opens the form. */
export async function loadResetLink(token: string): Promise<boolean> {
  await countTry("linkAddress", (await callerOrigin()).ip);
  return await isResetOpen(token);
}

/** A link about an address as the one who follows it sees it, and whether the person who is signed in needs none. */
export async function loadAddressLink(token: string) {
  await countTry("linkAddress", (await callerOrigin()).ip);
  const [link, session] = await Promise.all([readAddressLink(token), currentSession()]);
  const isProven = session?.isAddressProven ?? false;
  if (!link) return { isProven };
  const { kind, email, userId } = link;
  return { link: { kind, email, needsPassword: kind !== "undo" && session?.userId !== userId }, isProven };
}

/** An invitation as the one who follows its link sees it; undefined if it is no longer open. */
export async function loadInvitation(token: string) {
  await countTry("linkAddress", (await callerOrigin()).ip);
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

/**
 * A session by link (/service/login): token, user and customer have to belong together before a ticket is given.
 */
export async function loadServiceTicket(link: {
  jwtToken: string;
  userId: string;
  customerId: string;
}): Promise<string | undefined> {
  const origin = await callerOrigin();
  await countTry("linkAddress", origin.ip);
  const token = await readAccessToken(link.jwtToken);
  if (!token || token.userId !== link.userId || token.customerId !== link.customerId) return undefined;
  // The browser may be signed in for another supplier: the link's session says nothing about the rest of the page.
  const session = await withinSupplier(token.customerId, () => sessionOf(token, "bearer"));
  if (!session) return undefined;
  const { userId, customerId, userName } = session;
  const person = { userId, customerId, name: userName, email: "" };
  return await withinSupplier(customerId, () => beginTicketSession(person, origin));
}
