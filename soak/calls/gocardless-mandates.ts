import { randomUUID } from "node:crypto";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { PAYER } from "../../test/payer-details";
import { type GocardlessAccount, LIST, own } from "./gocardless-account";
import { PATIENT_MS, type Scenario } from "./scenarios";
import type { CallWorld } from "./world";

const SIGNING = {
  description: "Werkstatt: RE-1042",
  metadata: { request: "mrq_1" },
  mandateMetadata: { contact: "con_1", request: "mrq_1" },
};

const startSigning = ({ open }: GocardlessAccount) => open(PATIENT_MS).mandates.startSigning(SIGNING, randomUUID());

const pageOf = (signingId: string, { appUrl }: CallWorld) => ({
  ...{ signingId, payer: PAYER, language: "de" },
  ...{ returnUrl: `${appUrl}/m/x/return`, exitUrl: `${appUrl}/m/x/exit` },
});

/** The time of the request differs each time, so it is not compared. */
const timeless = ({ askedAt: _askedAt, ...mandate }: ProviderMandate) => mandate;

async function twoMandates(account: GocardlessAccount): Promise<ProviderMandate> {
  await account.mandate();
  return await account.open(PATIENT_MS).mandates.read(await account.mandate());
}

const asks = (
  method: string,
  ask: (mandates: DirectDebit["mandates"], mandate: ProviderMandate) => Promise<unknown>,
  more = {},
) =>
  own(
    method,
    "",
    async (account) => {
      const mandate = await twoMandates(account);
      return { act: (timeoutMs) => ask(account.open(timeoutMs).mandates, mandate) };
    },
    more,
  );

const READINGS: Scenario[] = [
  asks("mandates.read", async (mandates, { id }) => timeless(await mandates.read(id))),
  asks("mandates.list", async (mandates) => (await mandates.list()).rows.map(timeless), LIST),
  asks("mandates.readPayer", (mandates, { customerId }) => mandates.readPayer(customerId ?? "")),
  asks("mandates.readAccountHint", (mandates, { bankAccountId }) => mandates.readAccountHint(bankAccountId ?? "")),
  own("mandates.readSigning", "", async (account) => {
    const id = await startSigning(account);
    return { act: (timeoutMs) => account.open(timeoutMs).mandates.readSigning(id) };
  }),
];

const WRITINGS: Scenario[] = [
  own("mandates.startSigning", "", async (account) => {
    const key = randomUUID();
    return {
      act: async (timeoutMs) => typeof (await account.open(timeoutMs).mandates.startSigning(SIGNING, key)),
      right: "string",
      effects: async () => [(await account.list("billing_requests")).length],
    };
  }),
  own("mandates.openPage", "", async (account, world) => {
    const id = await startSigning(account);
    // Each visit gets a page under its own key, so an additional page does no harm.
    const open = async (timeoutMs: number) =>
      typeof (await account.open(timeoutMs).mandates.openPage(pageOf(id, world), randomUUID()));
    return { act: open, right: "string" };
  }),
  ...[false, true].map((isOver) =>
    own("mandates.cancelSigning", isOver ? "of one that is over" : "of an open one", async (account) => {
      const id = await startSigning(account);
      const cancel = (timeoutMs: number) => account.open(timeoutMs).mandates.cancelSigning(id);
      if (isOver) await cancel(PATIENT_MS);
      return {
        act: cancel,
        right: undefined,
        effects: async () => [(await account.list(`events?billing_request=${id}&action=cancelled`)).length],
      };
    }),
  ),
  ...[false, true].map((isOver) =>
    own("mandates.cancel", isOver ? "of one that has ended" : "of one that lives", async (account) => {
      const id = await account.mandate();
      const cancel = async (timeoutMs: number) => (await account.open(timeoutMs).mandates.cancel(id)).status;
      if (isOver) await cancel(PATIENT_MS);
      return {
        act: cancel,
        right: "cancelled",
        effects: async () => [(await account.list(`events?mandate=${id}&action=cancelled`)).length],
      };
    }),
  ),
];

export const GOCARDLESS_MANDATES: Scenario[] = [...READINGS, ...WRITINGS];
