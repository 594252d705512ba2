import { env } from "@/lib/core/env";
import { answered } from "@/lib/http/answered";
import { otherMethods } from "@/lib/http/other-methods";
import { leaveNotification } from "@/lib/notices/preference-mutations";

interface Context {
  params: Promise<{ token: string }>;
}

/** One click in a mail program (RFC 8058): it posts here, without a cookie and without asking anybody. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  return await answered(async () => {
    await leaveNotification((await params).token);
    return new Response(null, { status: 200 });
  });
}

/** Programs that only open the address show the page that asks: opening a link must change nothing, scanners open them all. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return Response.redirect(`${env().APP_URL}/notifications/${encodeURIComponent((await params).token)}`, 302);
}

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
