/**
 * The answer to a stranger who names an existing object of another supplier: there is no such thing. This file lists
 * all exceptions. A new call or action must refuse like this unless it is added here.
 */
export const NOT_FOUND = [404, "not_found"];

/** Calls with an id that answer differently. */
export const CALLS_OTHERWISE: Record<string, [number, string]> = {
  // A sign-in must not reveal whether the person exists; a device's answer belongs to a challenge that the stranger
  // does not have.
  "POST /passkeys/login/{id}/finish": [401, "passkey_refused"],
  "POST /passkeys/register/{userId}/finish": [401, "passkey_refused"],
};

/**
 * Calls whose body has fields named like ids: in lists, for the vendor's prices and coupons, and in a device's answer.
 */
export const CALLS_WITH_IDS = [
  "POST /passkeys/login/{id}/finish",
  "POST /passkeys/register/{userId}/finish",
  "POST /users/{userId}/proof/passkey",
  "POST /stripe/subscription/cancel-flow",
];

/** Actions that name an object and answer differently. */
const ACTIONS_OTHERWISE: Record<string, string> = {
  // A file that is missing, imported already or another supplier's gets the same answer.
  dropFileAction: "file_not_ready",
  importFileAction: "file_not_ready",
  // These are ids of the accounting system. The worker later looks the document up in the stranger's own accounting
  // system.
  transferInvoicesAction: "ok",
};

/** Actions that name no object: they concern the caller's own account and person, in the state of this test. */
const OF_ONES_OWN: Record<string, string[]> = {
  ok: [
    ...["saveNameAction", "saveLocaleAction", "saveEmailPreferencesAction", "endTourAction", "inviteMemberAction"],
    ...["setUpTwoFactorAction", "startPasskeyAction", "signOutOthersAction", "forgotPasswordAction"],
    ...["savePaymentConditionsAction", "saveCollectingAction", "savePaymentDescriptionAction", "saveRetryPlanAction"],
    ...["saveRemindersAction", "saveNotificationsAction", "dismissNoticesAction", "countSelectionAction"],
    ...["chooseFirstRequestsAction", "markAllNoticesReadAction", "replaceMailboxAction"],
    ...["startConnectionAction", "confirmExternalSchedulesAction", "syncNowAction", "disconnectAction"],
    ...["startSignInAction", "endSignInAction", "saveBillingContactAction", "choosePaymentAction", "choosePlanAction"],
    ...["changeAddressAction", "proofWaysAction", "judgePasswordAction", "makeKeyAction", "addEndpointAction"],
    // An unproven account is replaced when the same data is registered again.
    "registerAction",
    ...["saveTemplateAction", "resetTemplateAction", "sendTestMailAction", "deleteLogoAction"],
  ],
  // Answers with a page instead of a result.
  "200": ["chooseConsentAction", "forgetConsentAction", "chooseThemeAction", "chooseLocaleAction"],
  company_taken: ["saveCompanyAction"],
  // Only the token of the link counts, and the stranger has none.
  link_expired: [
    ...["joinAsMemberAction", "joinAsNewcomerAction", "resetPasswordAction", "followAddressLinkAction"],
    "takeSignInLinkAction",
  ],
  // Their address is proven already; the organisation shown is not the connected one.
  conflict: ["sendProofAgainAction", "releaseHoldAction"],
  two_factor_not_set_up: ["enableTwoFactorAction", "disableTwoFactorAction"],
  wrong_credentials: ["changePasswordAction", "closeAccountAction", "proveByPasswordAction"],
  passkey_refused: ["addPasskeyAction", "proveByPasskeyAction"],
  books_in_use: ["connectByKeyAction", "saveDatevSettingsAction", "saveEInvoiceSettingsAction"],
  connection_missing: ["makeBatchAction"],
  billing_details_missing: ["openOrderAction"],
  subscription_missing: ["openPortalAction", "openUpgradeAction", "undoAction", "cancelFlowAction"],
};

/** Returns the expected answer of a server action to a stranger who uses the victim's ids. */
export function answerToStranger(name: string): string {
  const own = Object.entries(OF_ONES_OWN).find(([, names]) => names.includes(name))?.[0];
  return own ?? ACTIONS_OTHERWISE[name] ?? "not_found";
}

/** True if the answer depends, at once, on who owns the named objects. */
export function namesThings(name: string): boolean {
  return name !== "transferInvoicesAction" && !Object.values(OF_ONES_OWN).flat().includes(name);
}

/** Actions that find nothing even for the owner: a token that was never issued, and an action for operators only. */
export const FOUND_BY_NOBODY = ["leaveNotificationAction", "replayDeadLettersAction"];
