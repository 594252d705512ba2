import { z } from "zod";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";
import { jsonOf } from "../../reading";

/** The objections of DATEV's file service, by the number at the end of the problem's address (reference 3.4). */
export const SERVICE_CODES = {
  "1008828": "query",
  "1008829": "scope_missing",
  "1008831": "body_missing",
  "1008832": "request_header",
  "1008833": "file",
  "1008834": "file_header",
  "1008835": "path",
  "1008836": "virus",
  "1008837": "try_again",
  "1008838": "permission_missing",
} as const;

export type ServiceCode = (typeof SERVICE_CODES)[keyof typeof SERVICE_CODES] | "unknown";

/** The format of errors, and of the details of a failed job. */
export const wireProblem = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  affected_elements: z.array(z.object({ name: z.string().optional(), reason: z.string().optional() })).optional(),
});

export interface ServiceProblem {
  code: ServiceCode;
  /** The affected elements and the reasons, in the service's own words (German or English). */
  details: string[];
}

const LONGEST_DETAIL = 200;
const MOST_DETAILS = 20;

export function problemFrom(wire: z.output<typeof wireProblem>): ServiceProblem {
  const number = wire.type?.split("/").at(-1) ?? "";
  const code = Object.hasOwn(SERVICE_CODES, number) ? SERVICE_CODES[number as keyof typeof SERVICE_CODES] : "unknown";
  const elements = (wire.affected_elements ?? []).map(({ name, reason }) => [name, reason].filter(Boolean).join(": "));
  const details = [wire.detail ?? "", ...elements].filter(Boolean);
  return {
    code,
    details: details.slice(0, MOST_DETAILS).map((detail) => [...detail].slice(0, LONGEST_DETAIL).join("")),
  };
}

/**
 * Returns the ProviderError for an error answer. `code` is one of `SERVICE_CODES`, or undefined for an unknown number.
 */
export function datevError(status: number, text: string, retryAfter: string | null): ProviderError {
  const { code, details } = problemFrom(parse(text));
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ProviderError(
    kindOf(status),
    `DATEV ${status}: ${details.join("; ").slice(0, LONGEST_DETAIL) || "no message"}`,
    code === "unknown" ? undefined : code,
    Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  );
}

function kindOf(status: number): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "unavailable";
  return "refused";
}

function parse(text: string): z.output<typeof wireProblem> {
  return wireProblem.safeParse(jsonOf(text)).data ?? {};
}
