/**
 * What a stranger is told who names things that are real but somebody else's: that there is no such thing. All that is
 * told otherwise stands here, so that a new call or action is refused like a missing thing until somebody says why not.
 */
export const NOT_FOUND = [404, "not_found"];

/** Calls with an id that answer otherwise. */
export const CALLS_OTHERWISE: Record<string, [number, string]> = {
  // A sign-in must not tell whether the person exists; an answer of a device belongs to a challenge that nobody had here.
  "POST /passkeys/login/{id}/finish": [401, "passkey_refused"],
  "POST /passkeys/register/{userId}/finish": [401, "passkey_refused"],
};

/** Calls whose body has fields named like ids: of lists, of the vendor's prices and coupons, and of a device's answer. */
export const CALLS_WITH_IDS = [
  "POST /passkeys/login/{id}/finish",
  "POST /passkeys/register/{userId}/finish",
  "POST /users/{userId}/proof/passkey",
  "POST /stripe/subscription/cancel-flow",
];

/** Actions that name something and answer otherwise. */
const ACTIONS_OTHERWISE: Record<string, string> = {
  // A file that is gone, imported already or somebody else's: one answer for all.
  dropFileAction: "file_not_ready",
  importFileAction: "file_not_ready",
  // The books' own ids: whether there is such a document the stranger's own books are asked later, by the worker.
  transferInvoicesAction: "ok",
};

/** Actions that name nothing of anybody's: they are about the account and the person of whoever asks, in that state. */
const OF_ONES_OWN: Record<string, string[]> = {
  ok: [
    ...["saveNameAction", "saveLocaleAction", "saveEmailPreferencesAction", "endTourAction", "inviteMemberAction"],
    ...["setUpTwoFactorAction", "startPasskeyAction", "signOutOthersAction", "forgotPasswordAction"],
    ...["savePaymentConditionsAction", "saveCollectingAction", "savePaymentDescriptionAction", "saveRetryPlanAction"],
    ...["saveRemindersAction", "saveNotificationsAction", "dismissNoticesAction", "countSelectionAction"],
    ...["startConnectionAction", "confirmEnginesAction", "syncNowAction", "disconnectAction"],
    ...["startSignInAction", "endSignInAction", "saveBillingContactAction", "choosePaymentAction", "choosePlanAction"],
    ...["changeAddressAction", "proofWaysAction", "judgePasswordAction"],
    // What nobody has proven gives way: the account that was registered with the same words before.
    "registerAction",
    ...["saveTemplateAction", "resetTemplateAction", "sendTestMailAction", "deleteLogoAction"],
  ],
  // Answers that are no result: the page itself.
  "200": ["chooseConsentAction", "forgetConsentAction", "chooseThemeAction", "chooseLocaleAction"],
  company_taken: ["saveCompanyAction"],
  // The token in the link is the only thing that counts, and nobody had this one.
  link_expired: [
    ...["joinAsMemberAction", "joinAsNewcomerAction", "resetPasswordAction", "followAddressLinkAction"],
    "takeSignInLinkAction",
  ],
  // Their address is proven already; the organisation that was shown is not the one that is connected.
  conflict: ["sendProofAgainAction", "releaseHoldAction"],
  two_factor_not_set_up: ["enableTwoFactorAction", "disableTwoFactorAction"],
  wrong_credentials: ["changePasswordAction", "closeAccountAction", "proveByPasswordAction"],
  passkey_refused: ["addPasskeyAction", "proveByPasskeyAction"],
  books_in_use: ["connectByKeyAction", "saveDatevSettingsAction"],
  connection_missing: ["makeBatchAction"],
  billing_details_missing: ["openOrderAction"],
  subscription_missing: ["openPortalAction", "openUpgradeAction", "undoAction", "cancelFlowAction"],
};

/** What a stranger is told by a server action, with the victim's ids in it. */
export function answerToStranger(name: string): string {
  const own = Object.entries(OF_ONES_OWN).find(([, names]) => names.includes(name))?.[0];
  return own ?? ACTIONS_OTHERWISE[name] ?? "not_found";
}

/** Whether whose things are named decides what is told, at once. */
export function namesThings(name: string): boolean {
  return name !== "transferInvoicesAction" && !Object.values(OF_ONES_OWN).flat().includes(name);
}

/** What nobody finds, the owner neither: a token that was never given out, and what only operators may do. */
export const FOUND_BY_NOBODY = ["leaveNotificationAction", "replayDeadLettersAction"];
