import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { DatevUpload } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { makeBatch } from "@/lib/datev/batch/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { seedArrivedPayout } from "@/test/arrived-payout";
import { signInAtDatev, uploadAtOnce } from "@/test/datev-consent";
import { awaitLocked } from "@/test/locks";
import { TestSandbox } from "@/test/sandbox";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { dropUpload, wantUpload } from "./mutations";
import { endSignIn } from "./provider";
import { MOST_ASKED } from "./rules";

/** Every state of a file for DATEV, with every event of the file and of the sign-in there. */
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
const { id: invoiceId } = await seedInvoice(customerId, {});
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

beforeEach(async () => {
  await sandbox.clearFaults();
  await db.datevBatchFile.updateMany({ where: { customerId }, data: { upload: "none" } });
  await signInAtDatev(supplier);
});

const IMPORT = "/platform/v3/clients/29098-55003/extf-files/import";
const work = () => uploadAtOnce(customerId);
const want = (batchId: string) => wantUpload(customerId, batchId, actor);
const change = (batchId: string, data: object) =>
  db.datevBatchFile.updateMany({ where: { customerId, batchId }, data });
const posts = async () => (await sandbox.requests("datev", IMPORT)).filter(({ method }) => method === "POST").length;
async function fileOf(batchId: string) {
  const omit = { content: true, updatedAt: true } as const;
  return await db.datevBatchFile.findFirstOrThrow({ where: { customerId, batchId }, omit });
}

/** The cases that are distinguished within each status. */
const PLACES = {
  none: ["none"],
  wanted: ["wanted", "called", "silent"],
  pending: ["pending", "unanswered"],
  succeeded: ["succeeded"],
  failed: ["failed"],
} as const satisfies Record<DatevUpload, string[]>;
type State = (typeof PLACES)[DatevUpload][number];
/** How a file gets into a state, from the named state or from the beginning. */
const STATES: Record<State, { from?: State; by: (batchId: string) => Promise<unknown> }> = {
  none: { by: async () => {} },
  wanted: { by: want },
  // DATEV gave no answer: the file may have arrived, or may still be arriving.
  called: {
    from: "wanted",
    by: async () => {
      await sandbox.fault("datev", "status-504-after", IMPORT);
      await expect(work()).rejects.toThrow();
      await sandbox.clearFaults();
    },
  },
  silent: { from: "called", by: (batchId) => change(batchId, { calledAt: LONG_AGO }) },
  pending: { from: "wanted", by: work },
  unanswered: { from: "pending", by: (batchId) => change(batchId, { asked: MOST_ASKED }) },
  succeeded: {
    from: "pending",
    by: async () => {
      await work();
      await work();
    },
  },
  failed: { from: "pending", by: (batchId) => change(batchId, { upload: "failed", problem: { code: "unknown" } }) },
};

const LONG_AGO = new Date(Date.now() - 600_000);

async function fileIn(state: State): Promise<string> {
  const { from, by } = STATES[state];
  const batchId = from ? await fileIn(from) : await newBatch();
  await by(batchId);
  return batchId;
}

async function newBatch(): Promise<string> {
  await seedArrivedPayout(customerId, { day: "2026-09-10", cents: 11_900, invoiceId });
  return await makeBatch(customerId, "2026-09", actor);
}

const EVENTS: Record<string, (batchId: string) => Promise<unknown>> = {
  "send it": want,
  "leave it": (batchId) => dropUpload(customerId, batchId, actor),
  "the worker comes by": work,
  "the worker comes by, and is not let in": async () => {
    await sandbox.desk("/datev/sign-out", {});
    await work();
  },
  "the sign-in is given back": () => endSignIn(customerId, actor),
};

const WANTED = { upload: "wanted", jobId: null, asked: 0, calledAt: null, uploadedAt: null };
const HANDED_OVER = { upload: "pending", jobId: expect.any(String), uploadedAt: expect.any(Date), asked: 1 };
/** A missing entry means that nothing changes. `sent`: how often the event sends the file to DATEV. */
const TABLE: Partial<Record<State, Record<string, { after: object; sent?: number }>>> = {
  none: { "send it": { after: WANTED } },
  wanted: {
    "leave it": { after: { upload: "none" } },
    "the worker comes by": { after: { ...HANDED_OVER, calledAt: expect.any(Date) }, sent: 1 },
    // DATEV refuses the call, which already carries the file.
    "the worker comes by, and is not let in": { after: {}, sent: 1 },
  },
  // The file is there, and is not sent a second time.
  silent: { "the worker comes by": { after: { ...HANDED_OVER, calledAt: expect.any(Date) } } },
  pending: { "the worker comes by": { after: { upload: "pending", asked: 2 } } },
  unanswered: { "send it": { after: { upload: "pending", asked: 0 } } },
  failed: { "send it": { after: { ...WANTED, reference: expect.stringMatching(/^einzug-/) } } },
};

const cells = Object.entries(PLACES).flatMap(([status, states]) =>
  states.flatMap((state) => Object.keys(EVENTS).map((event) => [status, state, event] as const)),
);

test.each(cells)("a file with upload status %s in case %s handles the event: %s", async (status, state, event) => {
  const batchId = await fileIn(state);
  const before = await fileOf(batchId);
  expect(before.upload).toBe(status);
  const sentBefore = await posts();
  await EVENTS[event]?.(batchId);
  const { after = {}, sent = 0 } = TABLE[state]?.[event] ?? {};
  expect(await fileOf(batchId)).toEqual({ ...before, ...after });
  expect((await posts()) - sentBefore).toBe(sent);
  if (state === "failed" && event === "send it") expect((await fileOf(batchId)).reference).not.toBe(before.reference);
});

test("a file that two people send at once is sent once, even after the first request was executed", async () => {
  const batchId = await fileIn("failed");
  const reference = `einzug-${newId("datevBatch")}-1`;
  const second = await db.$transaction(async (tx) => {
    const where = { customerId, batchId };
    await tx.datevBatchFile.updateMany({ where, data: { ...WANTED, upload: "pending", reference, calledAt: now() } });
    const wish = { done: want(batchId) };
    await awaitLocked(1);
    return wish;
  });
  await second.done;
  expect(await fileOf(batchId)).toMatchObject({ upload: "pending", reference });
});

test("the result of an upload is not stored for the upload that followed it", async () => {
  const batchId = await fileIn("wanted");
  const reference = `einzug-${newId("datevBatch")}-1`;
  const fetchUnhindered = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await fetchUnhindered(input, init);
    // Another worker, which took this one for dead, was refused, and somebody has requested the upload again.
    if (String(input).endsWith(IMPORT)) await change(batchId, { ...WANTED, reference });
    return response;
  });
  await work();
  spy.mockRestore();
  expect(await fileOf(batchId)).toMatchObject({ ...WANTED, reference });
});
