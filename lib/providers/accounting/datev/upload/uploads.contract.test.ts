import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { datevOauth } from "@/lib/providers/accounting/datev/door";
import { writeBatches } from "@/lib/providers/accounting/datev/extf/batches";
import { type DatevSettings, usualAccounts } from "@/lib/providers/accounting/datev/settings";
import { fileAccountingOf } from "@/lib/providers/accounting/registry";
import { TestSandbox } from "@/test/sandbox";
import { authorizeUrl, type DatevOauthConfig, type DatevTokens, exchangeCode, refresh, revoke } from "./oauth";
import { datevUploads, type FileUploads, type UploadFile } from "./uploads";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
const config = datevOauth() as DatevOauthConfig;
const TARGET = { consultant: 29_098, client: 55_003 };
const SETTINGS: DatevSettings = {
  ...{ ...TARGET, chart: "SKR03", accountLength: 4, fiscalYearStartMonth: 1, isLocked: false, feeTaxKey: "" },
  accounts: usualAccounts("SKR03", 4),
};

async function consent(change: Record<string, string> = {}) {
  const verifier = `${randomUUID()}${randomUUID()}`;
  const url = new URL(authorizeUrl(config, `state-${randomUUID()}`, verifier));
  const form = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries({ decision: "approve", ...change })) form.set(name, value);
  const response = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "about:blank");
  return { asked: url, back, verifier, code: back.searchParams.get("code") ?? "" };
}

async function signIn(scope?: string): Promise<DatevTokens> {
  const { code, verifier } = await consent(scope ? { scope } : {});
  return await exchangeCode(config, code, verifier);
}

async function uploadsWith(token?: string): Promise<FileUploads> {
  const accessToken = token ?? (await signIn()).accessToken;
  const { uploads } = fileAccountingOf("DATEV", { pace: async () => {}, accessToken: async () => accessToken });
  return uploads as FileUploads;
}

/** A batch file as `writeBatches` makes it. */
function batch(change: Partial<DatevSettings> = {}, number = "RE1047"): UploadFile {
  const invoice = { number, payerName: "Bäckerei Sonnenschein", debtor: "10042" };
  const line = { kind: "payment" as const, amountCents: 29_750, providerPaymentId: "PM1", invoice };
  const payout = { providerId: "PO1", reference: "R-1", bookedOn: "2026-09-11", amountCents: 29_432, feeCents: -318 };
  const { files } = writeBatches([{ ...payout, lines: [line] }], { ...SETTINGS, ...change }, new Date());
  return files[0] as UploadFile;
}

const posts = async () =>
  (await sandbox.requests("datev")).filter((request) => request.path.endsWith("/import")).length;

beforeEach(() => sandbox.clearFaults());

describe("the sign-in at DATEV", () => {
  test("returns the state and exchanges the code with its verifier for tokens, once", async () => {
    const { asked, back, verifier, code } = await consent();
    expect(back.searchParams.get("state")).toBe(asked.searchParams.get("state"));
    expect(asked.search).not.toContain(verifier);
    expect(asked.search).not.toContain(config.clientSecret);
    expect(await exchangeCode(config, code, verifier)).toMatchObject({ expiresInSeconds: 900 });
    await expect(exchangeCode(config, code, verifier)).rejects.toMatchObject({ kind: "auth", code: "invalid_grant" });
  });

  test("refuses another verifier, return address or secret, and reports a denied consent", async () => {
    const wrong = async (change: Partial<DatevOauthConfig>, other?: string, kind = "auth") => {
      const { code, verifier } = await consent();
      await expect(exchangeCode({ ...config, ...change }, code, other ?? verifier)).rejects.toMatchObject({ kind });
    };
    await wrong({}, "another-verifier-that-nobody-has-ever-seen-before");
    await wrong({ redirectUri: `${config.redirectUri}/elsewhere` });
    await wrong({ clientSecret: "wrong" }, undefined, "unavailable");
    expect((await consent({ decision: "deny" })).back.searchParams.get("error")).toBe("access_denied");
    expect((await consent({ code_challenge_method: "plain" })).back.searchParams.get("error")).toBe("invalid_request");
  });

  test("refuses tokens with the nonce of another sign-in", async () => {
    const { code, verifier } = await consent({ nonce: `nonce-${randomUUID()}` });
    await expect(exchangeCode(config, code, verifier)).rejects.toMatchObject({ kind: "auth", code: "nonce_wrong" });
    // Each sign-in has its own nonce.
    const nonces = [await consent(), await consent()].map(({ asked }) => asked.searchParams.get("nonce"));
    expect(new Set(nonces).size).toBe(2);
  });

  test("replaces the refresh token at each refresh, and a revoked token is refused", async () => {
    const first = await signIn();
    const second = await refresh(config, first.refreshToken);
    await expect(refresh(config, first.refreshToken)).rejects.toMatchObject({ kind: "auth", code: "invalid_grant" });
    await revoke(config, second.refreshToken);
    await expect(refresh(config, second.refreshToken)).rejects.toMatchObject({ kind: "auth" });
    await expect(revoke(config, second.refreshToken)).resolves.toBeUndefined();
  });

  test.each([
    ["status-429", "rate_limited"],
    ["status-500", "unavailable"],
    ["status-502-html", "unavailable"],
    ["malformed-json", "network"],
    ["reset", "network"],
  ])("turns the fault %s into a retryable error of kind %s", async (fault, kind) => {
    const { refreshToken } = await signIn();
    await sandbox.fault("datev", fault, "/token");
    await expect(refresh(config, refreshToken)).rejects.toMatchObject({ kind, isRetryable: true });
  });
});

describe("a file uploaded to DATEV", () => {
  test("arrives unchanged, and its job goes from pending to succeeded", async () => {
    const uploads = await uploadsWith();
    const file = batch();
    const sent = await uploads.deliver(TARGET, file, "payout-PO1", "none");
    expect(sent).toMatchObject({ result: "pending", reference: "payout-PO1", retryAfterMs: 5_000, problem: null });
    expect(await uploads.readJob(TARGET, sent.jobId)).toMatchObject({ result: "pending" });
    expect(await uploads.readJob(TARGET, sent.jobId)).toMatchObject({
      ...{ result: "succeeded", fileName: file.name, recordCount: 2, problem: null },
    });
    const kept = await fetch(`${sandbox.deskUrl}/datev/jobs/${sent.jobId}/file`);
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(Buffer.from(file.content));
    expect(await uploads.readJob(TARGET, randomUUID())).toBeUndefined();
    expect(await uploads.readJob({ ...TARGET, client: 55_004 }, sent.jobId)).toBeUndefined();
  });

  test.each([
    ["reset", 1],
    ["timeout-after", 0],
    ["malformed-json", 0],
  ])("is not uploaded twice after an attempt with an unknown outcome (%s)", async (fault, more) => {
    const { accessToken } = await signIn();
    const { DATEV_API_URL: apiUrl, DATEV_CLIENT_ID: clientId = "" } = env();
    const access = { apiUrl, clientId, timeoutMs: 700, pace: async () => {}, accessToken: async () => accessToken };
    const uploads = datevUploads(access);
    const reference = `payout-${fault}`;
    await sandbox.fault("datev", fault, "/platform/v3/clients/29098-55003/extf-files/import");
    const first = await uploads.deliver(TARGET, batch(), reference, "none").catch((error: unknown) => error);
    // The job's id is in a header, so a malformed body does no harm.
    if (fault !== "malformed-json") expect(first).toMatchObject({ kind: "network", isOutcomeUnknown: true });
    const before = await posts();
    expect(await uploads.deliver(TARGET, batch(), reference, "unknown")).toMatchObject({ reference });
    // The second attempt finds a file that has arrived, and uploads only one that never arrived.
    expect((await posts()) - before).toBe(more);
    const { datev } = await sandbox.state();
    expect(datev.jobs.filter((job) => job.reference === reference)).toHaveLength(1);
  });

  test("is found among a hundred other jobs; an incomplete page of jobs fails the search", async () => {
    const uploads = await uploadsWith();
    await uploads.deliver(TARGET, batch(), "the-first", "none");
    for (let i = 0; i < 105; i += 1) await uploads.deliver(TARGET, batch(), `later-${i}`, "none");
    const before = await posts();
    expect(await uploads.deliver(TARGET, batch(), "the-first", "unknown")).toMatchObject({ reference: "the-first" });
    await sandbox.fault("datev", "partial-page", "/platform/v3/clients/29098-55003/extf-files/jobs");
    await expect(uploads.deliver(TARGET, batch(), "the-first", "unknown")).rejects.toMatchObject({ kind: "network" });
    expect(await posts()).toBe(before);
  });

  test("is not uploaded again if the only page of jobs is incomplete", async () => {
    const uploads = await uploadsWith();
    const own = { consultant: TARGET.consultant, client: 55_099 };
    await uploads.deliver(own, batch(), "the-older", "none");
    await uploads.deliver(own, batch(), "the-newer", "none");
    const before = await posts();
    await sandbox.fault("datev", "partial-page", "/platform/v3/clients/29098-55099/extf-files/jobs");
    const again = () => uploads.deliver(own, batch(), "the-older", "unknown");
    await expect(again()).rejects.toMatchObject({ kind: "network", isRetryable: true });
    expect(await again()).toMatchObject({ reference: "the-older" });
    expect(await posts()).toBe(before);
  });

  test("fails if its numbers are another client's, and the problem names the wrong field", async () => {
    const uploads = await uploadsWith();
    const { jobId } = await uploads.deliver(TARGET, batch({ client: 55_004 }), "wrong-client", "none");
    await uploads.readJob(TARGET, jobId);
    expect(await uploads.readJob(TARGET, jobId)).toMatchObject({
      result: "failed",
      problem: {
        code: "file_header",
        details: ["Fields with error", "Client: does not match with the upload request"],
      },
    });
  });

  test("fails without the permission, and succeeds after the adviser has granted it", async () => {
    const uploads = await uploadsWith();
    await sandbox.desk("/datev/clients/29098-55003/permission", { permission: "withdraw" });
    const { jobId } = await uploads.deliver(TARGET, batch(), "no-right", "none");
    await uploads.readJob(TARGET, jobId);
    expect(await uploads.readJob(TARGET, jobId)).toMatchObject({ problem: { code: "permission_missing" } });
    await sandbox.desk("/datev/clients/29098-55003/permission", { permission: "grant" });
    const again = await uploads.deliver(TARGET, batch(), "with-right", "none");
    await uploads.readJob(TARGET, again.jobId);
    expect(await uploads.readJob(TARGET, again.jobId)).toMatchObject({ result: "succeeded" });
  });

  test("is refused for a token without the scope, for an unknown token and for an invalid client", async () => {
    const narrow = await uploadsWith((await signIn("openid")).accessToken);
    await expect(narrow.deliver(TARGET, batch(), "narrow", "none")).rejects.toMatchObject({
      ...{ kind: "forbidden", code: "scope_missing" },
    });
    const stranger = await uploadsWith("nobody");
    await expect(stranger.deliver(TARGET, batch(), "stranger", "none")).rejects.toMatchObject({ kind: "auth" });
    const uploads = await uploadsWith();
    await expect(uploads.deliver({ consultant: 1, client: 1 }, batch(), "path", "none")).rejects.toMatchObject({
      ...{ kind: "refused", code: "path" },
    });
  });

  test.each([
    ["a name of its own", { name: "Buchungen.csv" }, "ok", "request_header"],
    ["a name too long", { name: `EXTF_${"x".repeat(52)}.csv` }, "ok", "request_header"],
    ["nothing in it", { content: new Uint8Array() }, "ok", "body_missing"],
    ["more than 50 MB", { content: new Uint8Array(50_000_001) }, "ok", "file"],
    ["a reference with a line break", {}, "a\r\nb", "request_header"],
    ["no reference", {}, "", "request_header"],
  ])("is refused without a call in the case: %s", async (_what, change, reference, code) => {
    const uploads = await uploadsWith();
    const before = await posts();
    await expect(uploads.deliver(TARGET, { ...batch(), ...change }, reference, "none")).rejects.toMatchObject({
      ...{ kind: "refused", code },
    });
    expect(await posts()).toBe(before);
  });
});
