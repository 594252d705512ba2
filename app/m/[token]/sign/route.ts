import { seeOther } from "@/lib/http/see-other";
import { signingAddress } from "@/lib/mandates/payer-access";

/**
 * The payer presses "Grant mandate". An address instead of a server action: actions are known by names that change with each
 * version, and a page that was opened before has to work after it, with and without scripts.
 */
export async function POST(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return seeOther(await signingAddress((await params).token));
}

/** The step back, or a reload, asks for it again: the page itself is the answer. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return seeOther(`/m/${encodeURIComponent((await params).token)}`);
}
