import { ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";

/**
 * Executes the page's forms against the same API that scripts use, and redirects with its answer. `@call` is method and
 * path, `@section` the section to return to, `@label` the button. `a.b` makes a nested body, `x@euros` the cents of `x`.
 */
export function addFormCalls(router: Router): void {
  router.on("POST", "/do", async (request) => {
    const form = new URLSearchParams(request.raw.toString("utf8"));
    const [method = "", path = ""] = (form.get("@call") ?? "").split(" ");
    const label = form.get("@label") ?? path;
    const { said, isRefused } = await play(router, request, { method, path, label }, bodyFrom(form));
    const query = new URLSearchParams({ said, ...(isRefused ? { refused: "1" } : {}) });
    return { status: 303, headers: { location: `/?${query}#${encodeURIComponent(form.get("@section") ?? "top")}` } };
  });
}

async function play(
  router: Router,
  request: TwinRequest,
  { method, path, label }: { method: string; path: string; label: string },
  body: Record<string, unknown>,
): Promise<{ said: string; isRefused: boolean }> {
  const found = router.find(method, path);
  if (!found || found === "other-method" || path === "/do")
    return { said: `no such call: ${method} ${path}`, isRefused: true };
  const inner = { ...request, method, path, params: found.params, raw: Buffer.from(JSON.stringify(body)) };
  let reply: TwinReply;
  try {
    reply = await found.handler(inner);
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error;
    reply = error.reply;
  }
  if (reply.status < 400) return { said: `Done: ${label}`, isRefused: false };
  const { error } = (reply.body ?? {}) as { error?: string };
  return { said: `Refused: ${error ?? `status ${reply.status}`}`, isRefused: true };
}

/** Builds the body from form fields. Empty fields are omitted, as a script would omit them. */
export function bodyFrom(form: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [field, text] of form) {
    const [path = "", kind] = field.split("@");
    if (path === "" || text.trim() === "") continue;
    const names = path.split(".");
    const last = names.pop() ?? path;
    let place = body;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = kind === "euros" ? centsFrom(text) : kind === "number" ? Number(text.replace(",", ".")) : text;
  }
  return body;
}

/** Reads "1.234,56", "1234.56" and "1234" as amounts; any other text stays text, and the API refuses it. */
export function centsFrom(text: string): number | string {
  const plain = text.replace(/[€\s]/g, "");
  const point = plain.includes(",") ? plain.replaceAll(".", "").replace(",", ".") : plain;
  return /^-?\d+(\.\d{1,2})?$/.test(point) ? Math.round(Number(point) * 100) : text;
}
