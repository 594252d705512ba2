import type { Origin } from "@/lib/auth/caller";
import { type AccessToken, issueTicket, readAccessToken } from "@/lib/auth/tokens";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { withinSupplier } from "@/lib/core/supplier-wall";
import type { SignInLink } from "./schema";
import { beginSession } from "./sign-in-mutations";

/** Minutes after its issue in which a token of the API opens a browser. */
const LINK_MINUTES = 5;

/** The session that a link would hand to a browser, with the names of its person and supplier. Writes nothing. */
export async function findLinkedSession(link: SignInLink) {
  const token = await readLink(link);
  return token && (await withinSupplier(token.customerId, () => findOpen(token)));
}

/**
 * Hands the session of a link to the browser that asks, once. The token is used up by it, for the API as well: it was in an
 * address, and addresses are kept in histories and logs.
 *
 * @returns a ticket to a session that ends when the token would have
 * @throws AppError `link_expired` if the link was used, is too old, or was never ours
 */
export async function takeLinkedSession(link: SignInLink, origin: Origin): Promise<string> {
  const token = await readLink(link);
  if (!token) throw new AppError("link_expired");
  return await withinSupplier(token.customerId, async () => {
    const session = await findOpen(token);
    // Of two at once the second finds no row to delete.
    const taken = await db.session.deleteMany({ where: stillOpen(token) });
    if (!session || taken.count === 0) throw new AppError("link_expired");
    const { userId, customerId, hasSecondFactor, expiresAt, membership } = session;
    const { email, name } = membership.user;
    const kind = { isApi: false, stays: false, isClaimed: false, expiresAt, discount: session.discount ?? undefined };
    // Whoever holds an address has not proved who they are: what asks for a fresh proof asks for it again.
    const person = { userId, customerId, email, name, hasSecondFactor };
    return await issueTicket(await beginSession(person, kind, origin));
  });
}

/** What the link's token says, if the link names the same person and supplier. */
async function readLink({ jwtToken, userId, customerId }: SignInLink): Promise<AccessToken | undefined> {
  const token = await readAccessToken(jwtToken);
  return token?.userId === userId && token.customerId === customerId ? token : undefined;
}

async function findOpen(token: AccessToken) {
  return await db.session.findFirst({
    where: stillOpen(token),
    include: { membership: { include: { user: true, customer: { select: { companyName: true } } } } },
  });
}

function stillOpen({ sessionId, userId, customerId }: AccessToken) {
  const issuedAfter = new Date(Date.now() - LINK_MINUTES * 60_000);
  const open = { isApi: true, createdAt: { gt: issuedAfter }, expiresAt: { gt: new Date() } };
  return { id: sessionId, userId, customerId, ...open };
}
