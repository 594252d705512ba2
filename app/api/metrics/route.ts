import { refreshClock } from "@/lib/core/clock";
import { isEqual } from "@/lib/core/crypto";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { problemResponse } from "@/lib/http/problem";
import { readGauges } from "@/lib/operations/data";
import { renderGauges } from "@/lib/operations/rendering";

export const dynamic = "force-dynamic";

/** Figures for Prometheus, for who knows METRICS_TOKEN; without one nothing is here. */
export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  if (!token) return new Response(null, { status: 404 });
  if (!isEqual(request.headers.get("authorization") ?? "", `Bearer ${token}`))
    return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
  try {
    await refreshClock();
    return new Response(renderGauges(await acrossSuppliers(readGauges)), {
      headers: { "content-type": "text/plain; version=0.0.4" },
    });
  } catch (error) {
    return problemResponse(error, newId("request"));
  }
}
