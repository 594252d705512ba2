import { isEqual } from "@/lib/core/crypto";
import { env } from "@/lib/core/env";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { refreshClock } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { answered } from "@/lib/http/refusals/answered";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { readGauges } from "@/lib/operations/gauges/data";
import { renderGauges } from "@/lib/operations/gauges/rendering";

export const dynamic = "force-dynamic";

/** Returns metrics for Prometheus to callers that know METRICS_TOKEN; 404 if none is configured. */
export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  return await answered(async () => {
    if (!token) throw new AppError("not_found");
    if (!isEqual(request.headers.get("authorization") ?? "", `Bearer ${token}`)) throw new AppError("unauthenticated");
    await refreshClock();
    return new Response(renderGauges(await crossTenant(readGauges)), {
      headers: { "content-type": "text/plain; version=0.0.4" },
    });
  });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
