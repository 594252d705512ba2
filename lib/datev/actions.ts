"use server";

import { z } from "zod";
import { saveSettings as saveCollecting } from "@/lib/customers/record/mutations";
import { makeBatch } from "@/lib/datev/batch/mutations";
import { isMonth } from "@/lib/datev/batch/rules";
import { chooseColumns, dropFile, wantImport } from "@/lib/datev/import/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { settingsForm } from "@/lib/datev/settings/schema";
import { dropUpload, wantUpload } from "@/lib/datev/upload/mutations";
import { endSignIn, startSignIn } from "@/lib/datev/upload/provider";
import { action } from "@/lib/http/action";
import { OPEN_ITEM_COLUMN_NAMES } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { requireContract } from "@/lib/subscriptions/contract/access";

const month = z.string().refine(isMonth);
const position = z.number().int().min(0).max(500);
const columns = z.partialRecord(z.enum(OPEN_ITEM_COLUMN_NAMES), position);

/** Needs no contract, because it is a part of connecting. */
export const saveDatevSettingsAction = action({
  access: "member",
  needsProvenAddress: true,
  input: settingsForm,
  handler: async ({ caller, input }) => await saveSettings(caller.customerId, input, caller.actor),
});

export const chooseColumnsAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ id: z.string(), mapping: columns, ignored: z.array(position).max(500).default([]) }),
  handler: async ({ caller, input: { id, mapping, ignored } }) =>
    await chooseColumns(caller.customerId, id, { ...mapping, ignored }),
});

export const importFileAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ id: z.string(), isComplete: z.boolean(), requestsMandates: z.boolean().optional() }),
  handler: async ({ caller, input: { id, isComplete, requestsMandates } }) => {
    // Before the import, so that no payer is asked for a mandate against the supplier's choice.
    if (requestsMandates !== undefined) await saveCollecting(caller.customerId, { requestsMandates }, caller.actor);
    await wantImport(caller.customerId, id, isComplete, caller.actor);
  },
});

export const dropFileAction = action({
  access: "member",
  input: z.object({ id: z.string() }),
  handler: async ({ caller, input }) => await dropFile(caller.customerId, input.id),
});

export const makeBatchAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ month }),
  handler: async ({ caller, input }) => ({ id: await makeBatch(caller.customerId, input.month, caller.actor) }),
});

export const startSignInAction = action({
  access: "member",
  needsProvenAddress: true,
  gate: requireContract,
  input: z.object({}),
  handler: async ({ caller }) => ({ url: await startSignIn(caller.customerId, caller.userId) }),
});

export const endSignInAction = action({
  access: "member",
  input: z.object({}),
  handler: async ({ caller }) => await endSignIn(caller.customerId, caller.actor),
});

export const uploadBatchAction = action({
  access: "member",
  gate: requireContract,
  input: z.object({ batchId: z.string() }),
  handler: async ({ caller, input }) => await wantUpload(caller.customerId, input.batchId, caller.actor),
});

export const dropUploadAction = action({
  access: "member",
  input: z.object({ batchId: z.string() }),
  handler: async ({ caller, input }) => await dropUpload(caller.customerId, input.batchId, caller.actor),
});
