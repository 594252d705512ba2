import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { problemResponse } from "@/lib/http/problem";
import { leaveNotification } from "@/lib/notices/preference-mutations";

interface Context {
  params: Promise<{ token: string }>;
}

/** One click in a mail program (RFC 8058): it posts here, without a cookie and without asking anybody. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  const requestId = newId("request");
  return await withLogContext({ requestId }, async () => {
    try {
      await leaveNotification((await params).token);
      return new Response(null, { status: 200, headers: { "x-request-id": requestId } });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}

/** Programs that only open the address show the page that asks: opening a link must change nothing, scanners open them all. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return Response.redirect(`${env().APP_URL}/notifications/${encodeURIComponent((await params).token)}`, 302);
}
