import { seeOther } from "@/lib/http/refusals/see-other";
import { signingAddress } from "@/lib/mandates/signing/access";

/**
 * Handles the button "Grant mandate" on the payer's page. It is a route and no server action: the names of actions
 * change with each version, and a page opened earlier must still work, with and without scripts.
 */
export async function POST(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return seeOther(await signingAddress((await params).token));
}

/** Going back or reloading sends GET, which redirects to the payer's page. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return seeOther(`/m/${encodeURIComponent((await params).token)}`);
}
