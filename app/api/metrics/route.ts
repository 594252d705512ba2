import { refreshClock } from "@/lib/core/clock";
import { isEqual } from "@/lib/core/crypto";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { answered } from "@/lib/http/answered";
import { otherMethods } from "@/lib/http/other-methods";
import { readGauges } from "@/lib/operations/data";
import { renderGauges } from "@/lib/operations/rendering";

export const dynamic = "force-dynamic";

/** Returns metrics for Prometheus to callers that know METRICS_TOKEN; 404 if none is configured. */
export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  return await answered(async () => {
    if (!token) throw new AppError("not_found");
    if (!isEqual(request.headers.get("authorization") ?? "", `Bearer ${token}`)) throw new AppError("unauthenticated");
    await refreshClock();
    return new Response(renderGauges(await acrossSuppliers(readGauges)), {
      headers: { "content-type": "text/plain; version=0.0.4" },
    });
  });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
