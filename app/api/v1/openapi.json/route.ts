import { env } from "@/lib/core/env";
import { openApiDocument } from "@/lib/http/openapi";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { WEBHOOK_DATA } from "@/lib/webhooks/schema";
import { routes } from "../routes";

/** Rendered at the first call and cached, because it changes only with the code. */
let text: string | undefined;

export function GET(): Response {
  text ??= JSON.stringify(openApiDocument(routes, env().APP_URL, WEBHOOK_DATA));
  return new Response(text, { headers: { "content-type": "application/json" } });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
