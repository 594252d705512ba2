import { z } from "zod";
import { refreshClock } from "@/lib/core/time/clock";
import { receiveFile } from "@/lib/datev/import/mutations";
import { requireCaller, requireSameOrigin } from "@/lib/http/access";
import { wholeBody } from "@/lib/http/body/bytes";
import { answered } from "@/lib/http/refusals/answered";
import { requireContract } from "@/lib/subscriptions/contract/access";

const query = z.object({
  kind: z.enum(["open_items", "debtors"]),
  name: z.string().min(1).max(300),
  /** The size of the file in bytes, as the browser reports it. */
  size: z.coerce.number().int().min(0).optional(),
});

/**
 * Stores an uploaded file in pieces and returns the id of the import. The body is the file itself and is never held in
 * memory as a whole. The middleware skips this address, because it would buffer 10 MiB and drop the rest.
 */
export async function PUT(request: Request): Promise<Response> {
  return await answered(async () => {
    await refreshClock();
    const caller = await requireCaller("member");
    requireSameOrigin(request, caller);
    await requireContract(caller.customerId);
    const { kind, name, size } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
    const id = await receiveFile(caller, { kind, name, body: wholeBody(request, size) });
    return Response.json({ id }, { status: 201 });
  });
}
