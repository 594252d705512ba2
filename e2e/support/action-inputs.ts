import { blankForm } from "../../lib/datev/settings/rules";
import { E_INVOICE_DETAILS } from "../../prisma/seed/suppliers";
import type { Victim } from "./tenants";

/** A company for the registration, and its billing details. */
export const COMPANY = { companyName: "C", website: "", mobileNumber: "+49 341 5550100", countryCode: "DE" };
export const BILLING = {
  ...{ company: "C", phone: "", address: "A 1", zip: "04109", city: "Leipzig", vatId: "", country: "DE" },
};

/** A mail template with a supplier's texts. */
export const WORDING = {
  ...{ subject: "S", headline: "H", subtitle: "", body: "B", shortInfo: "" },
  ...{ isActive: true, replyTo: null },
};

/** Returns input that every server action accepts as well-formed, and in which every id is the victim's. */
export function inputOf(name: string, { supplier, ids, mark, until }: Victim): unknown {
  const { customerId, userId } = supplier;
  const everything = {
    ...{
      ...ids,
      id: ids.sessionId,
      customerId,
      userId,
      invoiceIds: [ids.invoiceId],
      selection: { ids: [ids.invoiceId] },
    },
    ...{ documents: [{ externalId: ids.externalId, number: "RE-1" }] },
    shown: { returnedAt: null, otherMandateId: ids.mandateId, plannedFor: null, isStopped: false },
    ...{ input: WORDING, excluded: true, isExcluded: true, isAlwaysCollected: true, byMail: true, until, text: "note" },
    ...{ email: `other-${mark}@stranger.example`.toLowerCase(), role: "owner", name: "N", locale: "de" },
    organisationId: "OR0001",
    ...{ scope: "read", url: "https://hooks.example/hook", kinds: ["payout.changed"], isOn: true },
    ...{ type: "GOCARDLESS", kind: "mandate_lost", filter: "all", action: "exclude", conditions: ["X"] },
    ...{ choice: "now", seen: "x" },
    ...{
      daysEarlier: 1,
      maxOverdueDays: 60,
      requestsMandates: true,
      payerLanguage: "de",
      paymentDescription: "P",
      retriesReturns: true,
    },
    ...{ remindsMandates: true, reminderAfterDays: 7, reminderMax: 2, preview: true, digest: true, alerts: true },
    ...{ marketing: false, productUpdates: false, current: "wrong", next: `Kormoran-${mark}-42-!!`, code: "000000" },
    ...{
      codes: ["000000", "000001"],
      password: `Kormoran-${mark}-42-!!`,
      token: "x",
      jwtToken: "x",
      acceptedTermsOfService: true,
    },
    ...{ payment: "later", base: "monthly", what: "cancel", reasonId: "other", actionId: "cancel", metadata: {} },
    // A company name used by this test alone, because other tests register companies in parallel.
    ...{ ...COMPANY, ...BILLING, companyName: `C ${mark}`, response: {} },
  };
  return SPECIAL[name]?.(everything, ids) ?? everything;
}

type Everything = Record<string, unknown>;

const ofTemplate = (all: Everything) => ({ ...all, address: { tab: "with-invoice", language: "de" } });

/** Changes for actions where a field name has a different meaning. */
const SPECIAL: Record<string, (all: Everything, ids: Victim["ids"]) => unknown> = {
  beginManyAction: (all) => ({ ...all, action: "collect_now" }),
  dismissNoticesAction: (all) => ({ ...all, until: "2026-11-23T08:00:00.000Z" }),
  markAllNoticesReadAction: (all) => ({ ...all, until: "2026-11-23T08:00:00.000Z" }),
  choosePlanAction: (all) => ({ ...all, type: "basic" }),
  openUpgradeAction: (all) => ({ ...all, type: "premium" }),
  openPortalAction: (all) => ({ ...all, kind: "home" }),
  deletePasskeyAction: (all, ids) => ({ ...all, id: ids.passkeyId }),
  revokeKeyAction: (all, ids) => ({ ...all, id: ids.apiKeyId }),
  rotateSecretAction: (all, ids) => ({ ...all, id: ids.endpointId }),
  switchEndpointAction: (all, ids) => ({ ...all, id: ids.endpointId }),
  deleteEndpointAction: (all, ids) => ({ ...all, id: ids.endpointId }),
  sendTestAction: (all, ids) => ({ ...all, id: ids.endpointId }),
  withdrawInvitationAction: (all, ids) => ({ ...all, id: ids.invitationId }),
  confirmMandateMatchAction: (all, ids) => ({ ...all, mandateId: ids.strayMandateId }),
  rejectMandateMatchAction: (all, ids) => ({ ...all, mandateId: ids.unwantedMandateId }),
  undoMandateMatchAction: (all, ids) => ({ ...all, mandateId: ids.matchedMandateId }),
  clearDeceasedAction: (all, ids) => ({ ...all, contactId: ids.deceasedId }),
  shareMandateAction: (all, ids) => ({ ...all, contactId: ids.deceasedId }),
  unshareMandateAction: (all, ids) => ({ ...all, contactId: ids.deceasedId }),
  chooseConsentAction: () => formOf({ consent: "true" }),
  saveTemplateAction: ofTemplate,
  resetTemplateAction: ofTemplate,
  deleteLogoAction: ofTemplate,
  sendTestMailAction: ofTemplate,
  proveByPasskeyAction: (all) => ({ ...all, response: ASSERTION }),
  addPasskeyAction: (all) => ({ ...all, response: ATTESTATION }),
  connectByKeyAction: () => ({ type: "SEVDESK", apiKey: "0123456789abcdef0123456789abcdef" }),
  saveDatevSettingsAction: () => ({ ...blankForm(), consultant: "29098", client: "55003" }),
  saveEInvoiceSettingsAction: () => E_INVOICE_DETAILS,
  chooseColumnsAction: (all, ids) => ({ ...all, id: ids.importId, mapping: { debtor: 0 } }),
  importFileAction: (all, ids) => ({ ...all, id: ids.importId, isComplete: true }),
  dropFileAction: (all, ids) => ({ ...all, id: ids.unwantedImportId }),
  answerFileAction: (_all, ids) => ({ id: ids.eInvoiceId, answer: "ignore" }),
  judgePasswordAction: () => ({ password: "Kormoran-42-Wind!!", about: [] }),
  makeBatchAction: () => ({ month: "2026-10" }),
  replayDeadLettersAction: () => ({ queue: "payouts.book" }),
  chooseLocaleAction: () => "de",
  chooseThemeAction: () => "dark",
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Encodes the argument of a server action as React does; a form in it is sent separately, with numbered fields. */
export function encodedOf(input: unknown): string | FormData {
  if (!(input instanceof FormData)) return JSON.stringify([input]);
  const form = new FormData();
  for (const [name, value] of input) form.set(`1_${name}`, value);
  form.set("0", JSON.stringify(["$K1"]));
  return form;
}

const CREDENTIAL = { id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {} };

/** The answers of a device that has created a passkey, and of one that signs in with it. */
export const ATTESTATION = {
  ...CREDENTIAL,
  response: { clientDataJSON: "AA", attestationObject: "AA", transports: [] },
};
export const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
};
