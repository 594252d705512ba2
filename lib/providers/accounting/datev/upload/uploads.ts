import { z } from "zod";
import { callProvider, type ProviderResponse } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { datevError, problemFrom, type ServiceProblem, wireProblem } from "@/lib/providers/accounting/datev/errors";
import type { CallAccess } from "@/lib/providers/accounting/port";

export interface DatevAccess extends CallAccess {
  apiUrl: string;
  /** The id of our program at DATEV, sent with every call. */
  clientId: string;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs: number;
}

export interface UploadFile {
  name: string;
  content: Uint8Array;
}

/** The numbers of consultant and client. They must equal those in the file's header. */
export interface UploadTarget {
  consultant: number;
  client: number;
}

export interface UploadState {
  jobId: string;
  /** `succeeded` means that the file arrived with a valid header. A person at DATEV still has to book it. */
  result: "pending" | "succeeded" | "failed";
  reference: string;
  fileName: string;
  recordCount: number | null;
  problem: ServiceProblem | null;
  /** The earliest time for the next poll, in milliseconds: DATEV monitors how often we poll. */
  retryAfterMs: number;
}

/** Uploads files to DATEV's data centre ("accounting:extf-files"). */
export interface FileUploads {
  /**
   * Uploads a file once. DATEV has no idempotency key, and the same file sent again becomes a second batch. The caller
   * stores the reference before the first call. If an earlier call may have arrived, its job is looked up first, and
   * the file is sent only if there is none.
   *
   * @param earlierCall "none" for the first attempt, "unknown" if an earlier one ended without an answer
   */
  deliver(
    target: UploadTarget,
    file: UploadFile,
    reference: string,
    earlierCall: "none" | "unknown",
  ): Promise<UploadState>;
  /** Reads the state of an upload job; undefined if the job no longer exists. */
  readJob(target: UploadTarget, jobId: string): Promise<UploadState | undefined>;
}

const FILE_NAME = /^EXTF_.{0,51}\.csv$/;
const REFERENCE = /^[-0-9A-Za-z_. +?;]{1,254}$/;
const MOST_BYTES = 50_000_000;
const PAGE_SIZE = 100;
/** Enough for two years with one job a day. A longer list counts as a fault. */
const MOST_PAGES = 8;
const DEFAULT_WAIT_MS = 5_000;
const VERSION = "1";

const wireJob = z.object({
  id: z.string().min(1),
  filename: z.string().optional(),
  reference_id: z.string().optional(),
  number_of_accounting_records: z.number().optional(),
  result: z.enum(["pending", "succeeded", "failed"]),
  validation_details: wireProblem.optional(),
});

export function datevUploads(access: DatevAccess): FileUploads {
  return {
    deliver: async (target, file, reference, earlierCall) => {
      check(file, reference);
      const known = earlierCall === "unknown" ? await findJob(access, target, file, reference) : undefined;
      return known ?? (await send(access, target, file, reference));
    },
    readJob: async (target, jobId) => {
      try {
        const response = await call(access, target, "GET", `/jobs/${encodeURIComponent(jobId)}`);
        return stateOf(parse(wireJob, response), response);
      } catch (error) {
        if (error instanceof ProviderError && error.kind === "not_found") return undefined;
        throw error;
      }
    },
  };
}

/** Throws `refused` for input that the service would refuse, so that it is not sent. */
function check({ name, content }: UploadFile, reference: string): void {
  if (!FILE_NAME.test(name)) throw new ProviderError("refused", "DATEV: the name of the file", "request_header");
  if (!REFERENCE.test(reference)) throw new ProviderError("refused", "DATEV: the reference", "request_header");
  if (content.length === 0) throw new ProviderError("refused", "DATEV: the file is empty", "body_missing");
  if (content.length > MOST_BYTES) throw new ProviderError("refused", "DATEV: the file is above 50 MB", "file");
}

async function send(
  access: DatevAccess,
  target: UploadTarget,
  file: UploadFile,
  reference: string,
): Promise<UploadState> {
  const response = await call(access, target, "POST", "/import", {
    headers: {
      "content-type": "application/octet-stream",
      filename: file.name,
      "reference-id": reference,
      "client-application-version": VERSION,
    },
    body: Uint8Array.from(file.content),
  });
  const jobId = /\/extf-files\/jobs\/([^/?]+)$/.exec(response.headers.get("location") ?? "")?.[1];
  // DATEV has the file, but without a job its state cannot be read. The next attempt finds the job by its reference.
  if (response.status !== 202 || !jobId) throw new ProviderError("network", "DATEV: upload response without a job id");
  const { retryAfterMs } = waitOf(response);
  const facts = { reference, fileName: file.name, recordCount: null, problem: null };
  return { jobId: decodeURIComponent(jobId), result: "pending", ...facts, retryAfterMs };
}

/**
 * Returns the first listed job with our reference and file name; undefined if there is none. Reads all pages before it
 * concludes that, because the order of the list is not documented.
 */
async function findJob(
  access: DatevAccess,
  target: UploadTarget,
  file: UploadFile,
  reference: string,
): Promise<UploadState | undefined> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await call(access, target, "GET", `/jobs?skip=${page * PAGE_SIZE}&top=${PAGE_SIZE}`);
    const jobs = parse(z.array(wireJob), response);
    const job = jobs.find((one) => one.reference_id === reference && one.filename === file.name);
    if (job) return stateOf(job, response);
    const total = Number(/\d+/.exec(response.headers.get("total-items") ?? "")?.[0] ?? Number.NaN);
    const seen = page * PAGE_SIZE + jobs.length;
    // If a page lacks rows, even the last one, our job may be missing and the file would be sent again.
    if (seen < Math.min((page + 1) * PAGE_SIZE, total))
      throw new ProviderError("network", "DATEV: incomplete page of jobs");
    if (Number.isNaN(total) ? jobs.length < PAGE_SIZE : seen >= total) return undefined;
  }
  throw new ProviderError("refused", "DATEV: list of jobs exceeds the page limit");
}

function stateOf(job: z.output<typeof wireJob>, response: ProviderResponse): UploadState {
  return {
    jobId: job.id,
    result: job.result,
    reference: job.reference_id ?? "",
    fileName: job.filename ?? "",
    recordCount: job.number_of_accounting_records ?? null,
    problem: job.result === "failed" ? problemFrom(job.validation_details ?? {}) : null,
    ...waitOf(response),
  };
}

function waitOf(response: ProviderResponse): { retryAfterMs: number } {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return { retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : DEFAULT_WAIT_MS };
}

async function call(
  access: DatevAccess,
  target: UploadTarget,
  method: "GET" | "POST",
  path: string,
  more: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
): Promise<ProviderResponse> {
  const token = await access.accessToken();
  await access.pace();
  const headers = {
    authorization: `Bearer ${token}`,
    "x-datev-client-id": access.clientId,
    accept: "application/json;charset=utf-8",
    ...more.headers,
  };
  const url = `${access.apiUrl}/clients/${target.consultant}-${target.client}/extf-files${path}`;
  const response = await callProvider("datev", url, { method, headers, body: more.body }, access.timeoutMs);
  if (response.status >= 200 && response.status < 300) return response;
  throw datevError(response.status, response.text, response.headers.get("retry-after"));
}

function parse<S extends z.ZodType>(schema: S, { text }: ProviderResponse): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ProviderError("network", "DATEV: response is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ProviderError("network", `DATEV answered in an unknown format: ${parsed.error.issues[0]?.path.join(".")}`);
}
