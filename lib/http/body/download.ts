import { Readable } from "node:stream";
import { requestLocale } from "@/lib/core/i18n";
import type { Locale } from "@/lib/core/locales";
import { refreshClock, today } from "@/lib/core/time/clock";
import { type Access, type Caller, requireCaller } from "@/lib/http/access";
import { answered } from "@/lib/http/refusals/answered";

export interface Download {
  /** File name. Characters other than letters, digits, underscores, dots and dashes become dashes. */
  name: string;
  type: "text/csv; charset=utf-8" | "application/pdf" | "application/zip" | "application/octet-stream";
  body: ReadableStream;
}

interface Call<P> extends Pick<Caller, "customerId" | "userId" | "actor"> {
  locale: Locale;
  params: P;
  /** Query parameters of the address. */
  search: URLSearchParams;
}

/** Returns a table file that is written while it is read. @param name of the file, without day and ending */
export function csvFile(name: string, lines: AsyncGenerator<string>): Download {
  return {
    name: `einzug-${name}-${today()}.csv`,
    type: "text/csv; charset=utf-8",
    body: Readable.toWeb(Readable.from(lines, { encoding: "utf8" })) as ReadableStream,
  };
}

/** Declares a file that people of the supplier may download. By default, every role may. */
export function download<P = object>(
  handler: (call: Call<P>) => Promise<Download>,
  access: Exclude<Access, "public"> = "reader",
): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, context) =>
    await answered(async () => {
      await refreshClock();
      const { customerId, userId, actor } = await requireCaller(access);
      const [locale, params] = [await requestLocale(), await context.params];
      const { searchParams: search } = new URL(request.url);
      const { name, type, body } = await handler({ customerId, userId, actor, locale, params, search });
      return new Response(body, {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}"`,
          "cache-control": "no-store",
        },
      });
    });
}
