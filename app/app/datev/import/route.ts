import { z } from "zod";
import { refreshClock } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { receiveFile } from "@/lib/datev/import-mutations";
import { requireCaller, requireSameOrigin } from "@/lib/http/access";
import { problemResponse } from "@/lib/http/problem";
import { requireContract } from "@/lib/subscriptions/access";

const query = z.object({ kind: z.enum(["open_items", "debtors"]), name: z.string().min(1).max(300) });

/** Takes a file in, piece by piece, and answers with the import's id. The body is the file itself, never held as a whole. */
export async function PUT(request: Request): Promise<Response> {
  const requestId = newId("request");
  return await withLogContext({ requestId }, async () => {
    try {
      await refreshClock();
      const caller = await requireCaller("member");
      requireSameOrigin(request, caller);
      await requireContract(caller.customerId);
      const { kind, name } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
      if (!request.body) throw new AppError("invalid_input");
      const id = await receiveFile(caller, { kind, name, body: request.body });
      return Response.json({ id }, { status: 201, headers: { "x-request-id": requestId } });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}
