import { env } from "@/lib/core/env";
import { answered } from "@/lib/http/refusals/answered";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { leaveNotification } from "@/lib/notifications/preferences/mutations";

interface Context {
  params: Promise<{ token: string }>;
}

/** Unsubscribes by one click in a mail program (RFC 8058), which posts here without a cookie or a question. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  return await answered(async () => {
    await leaveNotification((await params).token);
    return new Response(null, { status: 200 });
  });
}

/**
 * Redirects mail programs that only open the address to the page with the button. Opening a link must change nothing,
 * because mail scanners open every link.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return Response.redirect(`${env().APP_URL}/n/${encodeURIComponent((await params).token)}`, 302);
}

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
