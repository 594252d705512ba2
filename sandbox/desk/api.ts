import type { Day } from "../kit/calendar";
import { FaultInput } from "../kit/faults";
import { ReplyError, type Router, type TwinRequest } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import type { MailCatcher } from "../mail/mail";
import { dayIn, type Time, TimeRefused } from "./time";

export interface World {
  kit: Kit;
  twins: Twin[];
  mail: MailCatcher;
  time: Time;
}

/** Adds the control panel's own JSON API (design.md section 5); the twins add theirs to the same router. */
export function addApi(world: World, router: Router): void {
  const { kit, twins, time } = world;
  router.on("GET", "/clock", () => ({ status: 200, body: time.now() }));
  router.on("POST", "/clock", async (request) => {
    try {
      return { status: 200, body: await time.move(readBody(request)) };
    } catch (error) {
      if (error instanceof TimeRefused) return refusal(422, error.message);
      throw error;
    }
  });
  router.on("GET", "/state", () => ({ status: 200, body: stateOf(world) }));
  router.on("GET", "/ledger", () => ({ status: 200, body: ledgerOf(world) }));
  router.on("POST", "/reset", async (request) => {
    const { scenario = "empty", date } = readBody(request);
    if (scenario !== "empty" && scenario !== "demo") return refusal(422, "scenario must be empty or demo");
    try {
      await resetAll(world, scenario, date === undefined ? undefined : dayIn("date", date));
    } catch (error) {
      if (error instanceof TimeRefused) return refusal(422, error.message);
      throw error;
    }
    return { status: 200, body: { scenario, ...time.now() } };
  });
  router.on("GET", "/faults", () => ({ status: 200, body: kit.faults.list() }));
  router.on("POST", "/faults", (request) => {
    const body = readBody(request);
    const known = [...twins.map((twin) => twin.name), "mail"];
    if (typeof body.provider === "string" && !known.includes(body.provider))
      return refusal(422, `provider must be one of ${known.join(", ")}`);
    try {
      return { status: 201, body: kit.faults.add(body) };
    } catch (error) {
      if (error instanceof FaultInput) return refusal(422, error.message);
      throw error;
    }
  });
  router.on("DELETE", "/faults", () => {
    kit.faults.clear();
    return { status: 204 };
  });
  router.on("DELETE", "/faults/:id", ({ params }) =>
    kit.faults.remove(params.id ?? "") ? { status: 204 } : refusal(404, "no such fault"),
  );
  router.on("GET", "/requests", (request) => ({
    status: 200,
    body: kit.log.list(request.query.get("provider") ?? undefined),
  }));
  for (const twin of twins) twin.deskRoutes(router);
}

/** Resets everything: today's or the given date, no faults, no mails, and an empty call log. */
export function resetAll({ kit, twins, mail, time }: World, scenario: "empty" | "demo", date?: Day): Promise<void> {
  return time.inTurn(() => {
    kit.clock.reset(date);
    kit.faults.clear();
    kit.log.clear();
    mail.clear();
    for (const twin of twins) twin.reset(scenario);
    kit.store.flush();
  });
}

export function stateOf({ kit, twins, mail, time }: World): Record<string, unknown> {
  return {
    clock: time.now(),
    appUrl: kit.appUrl,
    ...Object.fromEntries(twins.map((twin) => [twin.name, twin.state()])),
    mail: { smtpPort: mail.smtpPort, webUrl: mail.webUrl, sent: mail.sent() },
    faults: kit.faults.list(),
  };
}

function ledgerOf({ twins, mail }: World): Record<string, unknown> {
  return {
    ...Object.fromEntries(twins.map((twin) => [twin.name, twin.ledger()])),
    mails: mail.sent().map(({ to, subject, links, at }) => ({ to, subject, links, at })),
  };
}

function readBody(request: TwinRequest): Record<string, unknown> {
  const text = request.raw.toString("utf8").trim();
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // refused below, like every other body that is not an object
  }
  throw new ReplyError(refusal(422, "the body must be a JSON object"));
}

export function refusal(status: number, error: string): { status: number; body: { error: string } } {
  return { status, body: { error } };
}
