import { randomUUID } from "node:crypto";
import { ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { checkFile } from "./file-check";
import { JSON_HEADERS, problemBody, problemReply, refuse } from "./replies";
import { CLIENT_ID, type Job, type Problem, UPLOAD_SCOPE, type World } from "./world";

export const BASE = "/platform/v3";
const MOST_BYTES = 50_000_000;
const MOST_PER_PAGE = 100;
/** Seconds after which the caller may ask for a job. */
const RETRY_AFTER = "5";
const FILE_NAME = /^EXTF_.{0,51}\.csv$/;
const REFERENCE = /^[-0-9A-Za-z_äöüÄÖÜß. +?;]{0,254}$/;
const UNNAMED = /[^-0-9A-Za-z_äöüÄÖÜß. ]/g;

export function addFiles(world: World, router: Router): void {
  const path = `${BASE}/clients/:client/extf-files`;
  router.on("POST", `${path}/import`, (request) => upload(world, request, pass(world, request)));
  router.on("GET", `${path}/jobs`, (request) => list(world, request, pass(world, request)));
  router.on("GET", `${path}/jobs/:job`, (request) => {
    const client = pass(world, request);
    const job = world.jobs.get(request.params.job ?? "");
    if (!job || job.clientId !== client) return refuse(404, { title: "Not Found" });
    const reply = { status: 200, headers: JSON_HEADERS, body: show(job) };
    world.jobs.put(job.id, { ...job, isSeen: true });
    return reply;
  });
}

/** Checks token, program id, permission, accepted format and path before every resource. Returns the client's id. */
function pass(world: World, request: TwinRequest): string {
  const { headers } = request;
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  const session = bearer ? world.sessions.find((one) => one.accessToken === bearer) : undefined;
  if (!session || session.accessEndsAt <= world.now() || headers["x-datev-client-id"] !== CLIENT_ID)
    throw new ReplyError(problemReply(401, { title: "Unauthorized" }));
  if (!session.scopes.includes(UPLOAD_SCOPE))
    refuse(403, { id: 1_008_829, title: "Missing required scope", detail: `Missing scope(s) are: ${UPLOAD_SCOPE}` });
  if (!/(application\/(json|\*)|\*\/\*)/.test(headers.accept ?? "*/*")) refuse(406, { title: "Not Acceptable" });
  const client = request.params.client ?? "";
  if (!/^\d{4,7}-\d{1,5}$/.test(client)) {
    const elements = [{ name: "client-id", reason: "Path segment client-id is invalid" }];
    const detail = "Request-URI contains one or more invalid path segments";
    refuse(400, { id: 1_008_835, title: "Invalid request URI path", detail, elements });
  }
  return client;
}

function upload(world: World, request: TwinRequest, client: string): TwinReply {
  const { headers, raw } = request;
  if (headers["content-type"] !== "application/octet-stream") refuse(415, { title: "Unsupported Media Type" });
  if (raw.length > MOST_BYTES) refuse(413, { id: 1_008_833, title: "Invalid file", detail: "File size exceeds 50 MB" });
  if (raw.length === 0)
    refuse(400, { id: 1_008_831, title: "Invalid message-body", detail: "Message body for request is missing" });
  const [name, reference, version] = ["filename", "reference-id", "client-application-version"].map((header) => {
    const value = headers[header];
    return typeof value === "string" ? value : null;
  });
  const wrong = [
    ...(name && FILE_NAME.test(name) ? [] : [["Filename", "EXTF_.{0,51}.csv"]]),
    ...(REFERENCE.test(reference ?? "") ? [] : [["Reference-Id", REFERENCE.source]]),
    ...(REFERENCE.test(version ?? "") ? [] : [["Client-Application-Version", REFERENCE.source]]),
  ].map(([field = "", pattern]) => ({ name: field, reason: `must conform to following pattern '${pattern}'` }));
  if (wrong.length > 0) refuse(400, { id: 1_008_832, title: "Invalid header fields", elements: wrong });
  const checked = checkFile(raw, client);
  const job: Job = {
    ...{ id: randomUUID(), clientId: client, referenceId: reference ?? null, version: version ?? null },
    filename: (name ?? "").replace(UNNAMED, "_"),
    timestamp: world.kit.clock.now().toISOString(),
    ...{ facts: checked.facts, problem: checked.problem ?? permissionProblem(world, client), isSeen: false },
    content: raw.toString("base64"),
  };
  world.jobs.put(job.id, job);
  const location = `/clients/${client}/extf-files/jobs/${job.id}`;
  return { status: 202, headers: { location, "retry-after": RETRY_AFTER } };
}

/**
 * Returns the problem of a missing permission. It is reported in the job, not in the call: the service checks later
 * whether the user may upload for this client.
 */
function permissionProblem(world: World, client: string): Problem | null {
  if (world.clients.get(client)?.isPermitted) return null;
  const detail = "Permission to transfer data for this client-id is missing or has expired.";
  return { id: 1_008_838, title: "Missing permission", detail, elements: [] };
}

function list(world: World, request: TwinRequest, client: string): TwinReply {
  const [skip = 0, top = MOST_PER_PAGE] = ["skip", "top"].map((name) => {
    const text = request.query.get(name);
    if (text === null) return undefined;
    if (/^\d+$/.test(text)) return Number(text);
    const elements = [{ name, reason: "Must be a positive integer" }];
    const detail = "Paging parameters are invalid";
    return refuse(400, { id: 1_008_828, title: "Invalid query parameters", detail, elements });
  });
  const jobs = world.jobs.filter((job) => job.clientId === client).reverse();
  const page = jobs.slice(skip, skip + Math.min(top || MOST_PER_PAGE, MOST_PER_PAGE));
  return { status: 200, headers: { ...JSON_HEADERS, "total-items": String(jobs.length) }, body: page.map(show) };
}

/** Returns a job as the service shows it; null fields are omitted. */
function show(job: Job): Record<string, unknown> {
  const { facts, problem, isSeen } = job;
  const isFailed = isSeen && problem !== null;
  const fields = {
    id: job.id,
    filename: job.filename,
    data_category_id: facts.category,
    fiscal_year_begin: facts.fiscalYearBegin,
    date_from: facts.dateFrom,
    date_to: facts.dateTo,
    label: facts.label,
    number_of_accounting_records: facts.recordCount,
    reference_id: job.referenceId,
    client_application_version: job.version,
    result: !isSeen ? "pending" : isFailed ? "failed" : "succeeded",
    timestamp: job.timestamp,
    validation_details: isFailed ? problemBody(problem) : null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
