import type { SignInLink } from "@/lib/accounts/schema";
import type { Origin } from "@/lib/auth/caller";
import { type AccessToken, issueTicket, readAccessToken } from "@/lib/auth/tokens";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { beginSession } from "./mutations";

/** Minutes during which a new API token can open a browser session. */
const LINK_MINUTES = 5;

/** Returns the session that a link would hand to a browser, with the names of person and supplier. Writes nothing. */
export async function findLinkedSession(link: SignInLink) {
  const token = await readLink(link);
  return token && (await withinSupplier(token.customerId, () => findOpen(token)));
}

/**
 * Hands the session of a link to the browser that asks, once. This invalidates the token for the API, too: it was part
 * of an address, and histories and logs store addresses.
 *
 * @returns a ticket to a session that ends when the token would have
 * @throws AppError `link_expired` if the link was used, is too old, or was never ours
 */
export async function takeLinkedSession(link: SignInLink, origin: Origin): Promise<string> {
  const token = await readLink(link);
  if (!token) throw new AppError("link_expired");
  return await withinSupplier(token.customerId, async () => {
    const session = await findOpen(token);
    // Of two simultaneous uses, the second finds no row to delete.
    const taken = await db.session.deleteMany({ where: stillOpen(token) });
    if (!session || taken.count === 0) throw new AppError("link_expired");
    const { userId, customerId, hasSecondFactor, expiresAt, membership } = session;
    const { email, name } = membership.user;
    const kind = { isApi: false, stays: false, isClaimed: false, expiresAt, discount: session.discount ?? undefined };
    // Having a link does not prove an identity. So calls that need a fresh proof ask for one.
    const person = { userId, customerId, email, name, hasSecondFactor };
    return await issueTicket(await beginSession(person, kind, origin));
  });
}

/** Returns the content of the link's token, if the link names the same person and supplier. */
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
