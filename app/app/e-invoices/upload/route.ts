import { z } from "zod";
import { refreshClock } from "@/lib/core/time/clock";
import { requireEInvoices } from "@/lib/e-invoices/access";
import { receiveUpload } from "@/lib/e-invoices/receipt/mutations";
import { sumReceipts } from "@/lib/e-invoices/receipt/rules";
import { requireCaller, requireSameOrigin } from "@/lib/http/access";
import { wholeBody } from "@/lib/http/body/bytes";
import { answered } from "@/lib/http/refusals/answered";
import { requireContract } from "@/lib/subscriptions/contract/access";

const query = z.object({
  name: z.string().min(1).max(300),
  /** The size of the file in bytes, as the browser reports it. */
  size: z.coerce.number().int().min(0).optional(),
});

/**
 * Stores an invoice, or a ZIP archive of invoices, and answers what happened to each file. The body is the file itself.
 * The middleware skips this address, because it would buffer 10 MiB and drop the rest.
 */
export async function PUT(request: Request): Promise<Response> {
  return await answered(async () => {
    await refreshClock();
    const caller = await requireCaller("member");
    requireSameOrigin(request, caller);
    await requireContract(caller.customerId);
    await requireEInvoices(caller.customerId);
    const { name, size } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
    const body = size === 0 ? noBytes() : wholeBody(request, size);
    const origin = { via: "upload", userName: caller.userName } as const;
    return Response.json(await sumReceipts(receiveUpload(caller.customerId, { name, body }, origin)), { status: 201 });
  });
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
