import { randomUUID } from "node:crypto";
import { ReplyError, type TwinReply } from "../kit/http";
import type { Problem } from "./world";

/** Returns an error in DATEV's form; null fields are omitted. */
export function problemReply(status: number, problem: Partial<Problem> & { title: string }): TwinReply {
  return { status, headers: JSON_HEADERS, body: { ...problemBody(problem), request_id: randomUUID(), status } };
}

export function problemBody({ id, title, detail, elements }: Partial<Problem>): Record<string, unknown> {
  return {
    ...(id === undefined ? {} : { type: `http://www.datev.de/hilfe/${id}` }),
    title,
    ...(detail ? { detail } : {}),
    ...(elements && elements.length > 0 ? { affected_elements: elements } : {}),
  };
}

export const JSON_HEADERS = { "content-type": "application/json;charset=utf-8" };

export function refuse(status: number, problem: Partial<Problem> & { title: string }): never {
  throw new ReplyError(problemReply(status, problem));
}

export function tooManyReply(): TwinReply {
  const reply = problemReply(429, { title: "Too Many Requests" });
  return { ...reply, headers: { ...JSON_HEADERS, "retry-after": "2" } };
}
