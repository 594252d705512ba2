import { Readable } from "node:stream";
import { refreshClock, today } from "@/lib/core/clock";
import { requestLocale } from "@/lib/core/i18n";
import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { requireCaller } from "@/lib/http/access";
import { problemResponse } from "@/lib/http/problem";
import { exportInvoices } from "@/lib/invoices/export-data";
import { invoiceFilterOf, invoiceOrderOf } from "@/lib/invoices/types";

/** As many as an address can name. */
const PICKED_MOST = 100;

/** The list of invoices as a table file, with the filter, search and order of the address, or the rows it names. */
export async function GET(request: Request): Promise<Response> {
  const requestId = newId("request");
  return await withLogContext({ requestId }, async () => {
    try {
      await refreshClock();
      const { customerId } = await requireCaller("reader");
      const params = new URL(request.url).searchParams;
      const filter = invoiceFilterOf(params.get("filter") ?? undefined);
      const query = {
        filter,
        order: invoiceOrderOf(filter, params.get("sort") ?? undefined, params.get("dir") ?? undefined),
        search: params.get("search") ?? undefined,
        ids: params.has("id") ? params.getAll("id").slice(0, PICKED_MOST) : undefined,
      };
      const locale = await requestLocale();
      const lines = Readable.from(exportInvoices(customerId, query, locale), { encoding: "utf8" });
      return new Response(Readable.toWeb(lines) as ReadableStream, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="einzug-${locale === "de" ? "rechnungen" : "invoices"}-${today()}.csv"`,
          "cache-control": "no-store",
          "x-request-id": requestId,
        },
      });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}
