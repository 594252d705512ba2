import { randomUUID } from "node:crypto";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { writeBatches } from "@/lib/providers/accounting/datev/extf/batches";
import { usualAccounts } from "@/lib/providers/accounting/datev/settings";
import {
  authorizeUrl,
  type DatevOauthConfig,
  exchangeCode,
  refresh,
  revoke,
} from "@/lib/providers/accounting/datev/upload/oauth";
import { datevUploads, type UploadFile } from "@/lib/providers/accounting/datev/upload/uploads";
import { PATIENT_MS, type Scenario, type Step } from "./scenarios";
import { agree, type CallWorld, countRefusals, readAs } from "./world";

const CONSULTANT = 29_098;
/** Client numbers are counted up, so that each step has a job list of its own. */
let clients = 10_000;

const config = () => datevOauth() as DatevOauthConfig;

async function consent() {
  const verifier = `${randomUUID()}${randomUUID()}`;
  return { verifier, code: await agree(authorizeUrl(config(), randomUUID(), verifier)) };
}

async function signIn() {
  const { code, verifier } = await consent();
  return await exchangeCode(config(), code, verifier);
}

async function layTarget(world: CallWorld) {
  clients += 1;
  const { accessToken } = await signIn();
  const { DATEV_API_URL: apiUrl = "", DATEV_CLIENT_ID: clientId = "" } = world.env;
  const access = { apiUrl, clientId, pace: async () => {}, accessToken: async () => accessToken };
  const target = { consultant: CONSULTANT, client: clients };
  return {
    ...{ target, file: batch(target) },
    open: (timeoutMs: number) => datevUploads({ ...access, timeoutMs }),
    /** Lists the jobs of the client, as read from the vendor. */
    listJobs: () => readAs<Job[]>(headersOf(world.env, accessToken), jobsOf(world.env, target.client)),
  };
}

function headersOf({ DATEV_CLIENT_ID = "" }: CallWorld["env"], accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}`, "x-datev-client-id": DATEV_CLIENT_ID };
}

function jobsOf({ DATEV_API_URL }: CallWorld["env"], client: number): string {
  return `${DATEV_API_URL}/clients/${CONSULTANT}-${client}/extf-files/jobs`;
}

function batch(target: { consultant: number; client: number }): UploadFile {
  const settings = {
    ...{
      ...target,
      chart: "SKR03" as const,
      accountLength: 4,
      fiscalYearStartMonth: 1,
      isLocked: false,
      feeTaxKey: "",
    },
    accounts: usualAccounts("SKR03", 4),
  };
  const invoice = { number: "RE1047", payerName: "Bäckerei Sonnenschein", debtor: "10042" };
  const line = { kind: "payment" as const, amountCents: 29_750, providerPaymentId: "PM1", invoice };
  const payout = { providerId: "PO1", reference: "R-1", bookedOn: "2026-09-11", amountCents: 29_432, feeCents: -318 };
  return writeBatches([{ ...payout, lines: [line] }], settings, new Date()).files[0] as UploadFile;
}

interface Job {
  reference_id: string;
}

type Target = Awaited<ReturnType<typeof layTarget>>;

/** @param earlierCall passed to the first call; a repeated call gets "unknown", whatever the outcome of the first */
function delivery({ open, target, file, listJobs }: Target, earlierCall: "none" | "unknown"): Step {
  const reference = `payout-${randomUUID()}`;
  const deliver = async (timeoutMs: number, earlier: "none" | "unknown") =>
    (await open(timeoutMs).deliver(target, file, reference, earlier)).reference;
  return {
    act: (timeoutMs) => deliver(timeoutMs, earlierCall),
    again: (timeoutMs) => deliver(timeoutMs, "unknown"),
    right: reference,
    effects: async () => [(await listJobs()).filter((job) => job.reference_id === reference).length],
  };
}

const UPLOADS: Scenario[] = [
  {
    ...{ vendor: "datev", method: "uploads.deliver", of: "for the first time" },
    lay: async (world) => delivery(await layTarget(world), "none"),
  },
  {
    ...{ vendor: "datev", method: "uploads.deliver", of: "after a call that has not arrived" },
    lay: async (world) => {
      const target = await layTarget(world);
      await target.open(PATIENT_MS).deliver(target.target, target.file, "another", "none");
      return delivery(target, "unknown");
    },
  },
  {
    ...{ vendor: "datev", method: "uploads.deliver", of: "after a call that has arrived" },
    lay: async (world) => {
      const target = await layTarget(world);
      const step = delivery(target, "unknown");
      // The older job is the last row of the list.
      await step.act(PATIENT_MS);
      await target.open(PATIENT_MS).deliver(target.target, target.file, "another", "none");
      return step;
    },
  },
  {
    ...{ vendor: "datev", method: "uploads.readJob" },
    lay: async (world) => {
      const { open, target, file } = await layTarget(world);
      const { jobId } = await open(PATIENT_MS).deliver(target, file, "payout-1", "none");
      // Reading a job changes its progress, so only the id is compared.
      return { act: async (timeoutMs) => (await open(timeoutMs).readJob(target, jobId))?.jobId };
    },
  },
];

const SIGN_IN: Scenario[] = [
  {
    ...{ vendor: "datev", method: "signIn.exchangeCode", isSpent: true },
    lay: async () => {
      const { code, verifier } = await consent();
      return { act: async () => typeof (await exchangeCode(config(), code, verifier)).accessToken, right: "string" };
    },
  },
  {
    ...{ vendor: "datev", method: "signIn.refresh", isSpent: true },
    lay: async () => {
      const { refreshToken } = await signIn();
      return { act: async () => typeof (await refresh(config(), refreshToken)).refreshToken, right: "string" };
    },
  },
  {
    ...{ vendor: "datev", method: "signIn.revoke" },
    lay: async ({ env }) => {
      const { accessToken, refreshToken } = await signIn();
      const jobs = jobsOf(env, clients);
      return {
        act: () => revoke(config(), refreshToken),
        right: undefined,
        effects: async () => [await countRefusals(headersOf(env, accessToken), jobs)],
      };
    },
  },
];

export const DATEV: Scenario[] = [...UPLOADS, ...SIGN_IN];
