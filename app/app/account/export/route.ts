import { takeExport } from "@/lib/accounts/export-mutations";
import { refreshClock, today } from "@/lib/core/clock";
import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { requireCaller } from "@/lib/http/access";
import { problemResponse } from "@/lib/http/problem";

/** The zip for the button on the data page. A file is no JSON, so it is served beside the documented API. */
export async function GET(): Promise<Response> {
  const requestId = newId("request");
  return await withLogContext({ requestId }, async () => {
    try {
      await refreshClock();
      const { customerId, actor } = await requireCaller("owner");
      return new Response(await takeExport(customerId, actor), {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="einzug-export-${today()}.zip"`,
          "cache-control": "no-store",
          "x-request-id": requestId,
        },
      });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}
