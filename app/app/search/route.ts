import { requestLocale } from "@/lib/core/i18n";
import { refreshClock } from "@/lib/core/time/clock";
import { requireCaller } from "@/lib/http/access";
import { answered } from "@/lib/http/refusals/answered";
import { loadFound } from "@/lib/search/loaders";

/** Answers the search window: `?query=`, in the language of the reader. Every role may search. */
export async function GET(request: Request): Promise<Response> {
  return await answered(async () => {
    await refreshClock();
    const { customerId } = await requireCaller("reader");
    const query = new URL(request.url).searchParams.get("query") ?? "";
    const found = await loadFound(customerId, query, await requestLocale());
    return Response.json(found, { headers: { "cache-control": "no-store" } });
  });
}
