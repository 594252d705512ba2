import { randomBytes, randomUUID } from "node:crypto";
import { ReplyError, type TwinReply, type TwinRequest } from "../kit/http";
import type { World } from "./world";

const NAMES: Record<number, string> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  415: "Unsupported Media Type",
};

export interface Detail {
  violation: string;
  field: string;
  message: string;
}

/** Returns an error in the form of invoices, voucherlist, payments, finance and event subscriptions. */
export function regularError(
  world: World,
  request: TwinRequest,
  status: number,
  message: string,
  details?: Detail[],
): TwinReply {
  const body = {
    timestamp: world.now(),
    status,
    error: NAMES[status] ?? "Error",
    path: request.path,
    traceId: randomBytes(6).toString("hex"),
    message,
    ...(details ? { details } : {}),
    requestId: randomUUID(),
  };
  return { status, body };
}

/** Ends the handler with an error in the regular form. */
export function refuse(world: World, request: TwinRequest, status: number, message: string, details?: Detail[]): never {
  throw new ReplyError(regularError(world, request, status, message, details));
}

export function refuseInvalid(world: World, request: TwinRequest, details: Detail[]): never {
  refuse(world, request, 406, "Validation failed for request.", details);
}

export interface Issue {
  i18nKey: string;
  source: string;
  type: string;
}

/** Returns an error in the form of contacts, vouchers and files. */
function legacyError(status: number, issues: Issue[]): TwinReply {
  const list = issues.map((issue) => ({ ...issue, additionalData: null, args: null }));
  return { status, body: { requestId: randomUUID(), IssueList: list } };
}

export function refuseLegacy(status: number, issues: Issue[]): never {
  throw new ReplyError(legacyError(status, issues));
}

/** Returns an error of the gateway in front of the API. */
export function gatewayError(status: number, message: string): TwinReply {
  return { status, body: { message } };
}

/** Returns the answer to every create and update. */
export function actionResult(
  request: TwinRequest,
  path: string,
  doc: { id: string; createdAt: string; updatedAt: string; version: number },
): Record<string, unknown> {
  return {
    id: doc.id,
    resourceUri: `${request.origin}${path}/${doc.id}`,
    createdDate: doc.createdAt,
    updatedDate: doc.updatedAt,
    version: doc.version,
  };
}
