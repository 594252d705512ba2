import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { deskEngineRoutes } from "./desk-engines";
import { deskMandateRoutes } from "./desk-mandates";
import { deskPaymentRoutes } from "./desk-payments";
import { DeskError, organisationFrom } from "./desk-targets";
import { type Fields, isObject } from "./fields";
import { disconnect } from "./oauth";
import { creditorOf, setVerification, showCreditor } from "./organisations";
import type { Connection, VerificationStatus } from "./records";
import { APP, type World } from "./world";

const STATUSES: VerificationStatus[] = ["successful", "in_review", "action_required"];

/**
 * Adds the routes by which the control panel plays merchants, payers and banks. Bodies are JSON and may be empty;
 * errors are `{error}`.
 */
export function deskRoutes(world: World, router: Router): void {
  const on = (path: string, work: (request: TwinRequest, body: Fields) => unknown) =>
    router.on("POST", path, guarded(world, work));
  // Who waits for payments asks often, and the ledger takes long to write and to read.
  router.on("GET", "/gocardless/payments/count", () => ({ status: 200, body: { count: world.records.payments.size } }));
  on("/gocardless/connections/:id/revoke", ({ params }) => revoke(world, params.id ?? ""));
  on("/gocardless/creditor", (_request, body) => verify(world, body));
  deskMandateRoutes(world, on);
  deskEngineRoutes(world, on);
  deskPaymentRoutes(world, on);
}

function guarded(world: World, work: (request: TwinRequest, body: Fields) => unknown): Handler {
  return (request): TwinReply => {
    try {
      const reply = { status: 200, body: work(request, bodyOf(request)) };
      world.kit.store.flush();
      return reply;
    } catch (error) {
      if (error instanceof DeskError) return { status: error.status, body: { error: error.message } };
      // A field check shared with the API: its error envelope is flattened to the control panel's form.
      if (error instanceof ReplyError) return { status: 422, body: { error: textOf(error.reply.body) } };
      throw error;
    }
  };
}

function textOf(body: unknown): string {
  const [first] = (body as { error: { errors: { field?: string; message: string }[] } }).error.errors;
  return `${first?.field ?? ""} ${first?.message ?? "refused"}`.trim();
}

function bodyOf(request: TwinRequest): Fields {
  if (request.raw.toString("utf8").trim() === "") return {};
  try {
    const body: unknown = JSON.parse(request.raw.toString("utf8"));
    if (isObject(body)) return body;
  } catch {
    // Continues with the refusal below.
  }
  throw new DeskError(422, "the body must be a JSON object");
}

/**
 * Revokes the app's tokens of an organisation. With a connection's id, the fixed token stays, which other clients use.
 * With the organisation's id, or the id of the fixed connection, the fixed token is revoked too.
 */
function revoke(world: World, id: string): unknown {
  const { connections } = world.records;
  const named = connections.get(id);
  const organisation = named?.organisation ?? world.records.organisations.get(id)?.id;
  if (!organisation) throw new DeskError(404, `no connection or organisation ${id}`);
  const sparesFixed = named !== undefined && named.token !== APP.demoToken;
  const dies = (one: Connection) => one.status === "active" && !(sparesFixed && one.token === APP.demoToken);
  const dying = connections.filter((one) => one.organisation === organisation && dies(one));
  if (dying.length === 0) throw new DeskError(422, `${id} is not connected any more`);
  const dead = disconnect(world, organisation, dying);
  return { connections: dead.map(({ token: _token, ...shown }) => shown) };
}

function verify(world: World, body: Fields): unknown {
  const status = STATUSES.find((one) => one === body.verificationStatus);
  if (!status) throw new DeskError(422, `verificationStatus must be one of ${STATUSES.join(", ")}`);
  const creditor = creditorOf(world, organisationFrom(world, body).id);
  setVerification(world, creditor, status);
  return { creditor: showCreditor(creditor) };
}
