import type { CustomerId } from "@/lib/auth/scope";
import { refreshClock } from "@/lib/core/clock";
import { requestLocale } from "@/lib/core/i18n";
import { newId } from "@/lib/core/ids";
import type { Locale } from "@/lib/core/locales";
import { withLogContext } from "@/lib/core/log";
import { requireCaller } from "./access";
import { problemResponse } from "./problem";

export interface Download {
  /** What it is saved as; letters, digits, dots and dashes. */
  name: string;
  type: "text/csv; charset=utf-8" | "application/pdf" | "application/zip" | "application/octet-stream";
  body: ReadableStream;
}

/** Declares a file that people of the supplier may keep; whoever may look may also download. */
export function download<P>(
  handler: (call: { customerId: CustomerId; userId: string; locale: Locale; params: P }) => Promise<Download>,
): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (_request, context) => {
    const requestId = newId("request");
    return await withLogContext({ requestId }, async () => {
      try {
        await refreshClock();
        const { customerId, userId } = await requireCaller("reader");
        const locale = await requestLocale();
        const { name, type, body } = await handler({ customerId, userId, locale, params: await context.params });
        return new Response(body, {
          headers: {
            "content-type": type,
            "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}"`,
            "cache-control": "no-store",
            "x-request-id": requestId,
          },
        });
      } catch (error) {
        return problemResponse(error, requestId);
      }
    });
  };
}
