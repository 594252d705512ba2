import { z } from "zod";
import { refreshClock } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { receiveFile } from "@/lib/datev/import-mutations";
import { requireCaller, requireSameOrigin } from "@/lib/http/access";
import { answered } from "@/lib/http/answered";
import { requireContract } from "@/lib/subscriptions/access";

const query = z.object({ kind: z.enum(["open_items", "debtors"]), name: z.string().min(1).max(300) });

/** Takes a file in, piece by piece, and answers with the import's id. The body is the file itself, never held as a whole. */
export async function PUT(request: Request): Promise<Response> {
  return await answered(async () => {
    await refreshClock();
    const caller = await requireCaller("member");
    requireSameOrigin(request, caller);
    await requireContract(caller.customerId);
    const { kind, name } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
    if (!request.body) throw new AppError("invalid_input");
    const id = await receiveFile(caller, { kind, name, body: request.body });
    return Response.json({ id }, { status: 201 });
  });
}
