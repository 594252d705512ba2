"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { addPasskey, deletePasskey, startPasskey } from "@/lib/accounts/passkeys/mutations";
import { changePassword } from "@/lib/accounts/password/mutations";
import {
  endTour,
  saveCompany,
  saveEmailPreferences,
  saveLocale,
  saveName,
  signOutOthers,
  signOutSession,
} from "@/lib/accounts/profile/mutations";
import { attemptAgain } from "@/lib/accounts/sign-in/attempt-access";
import { switchAccount } from "@/lib/accounts/sign-in/mutations";
import { changeRole, inviteMember, removeMember, withdrawInvitation } from "@/lib/accounts/team/mutations";
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from "@/lib/accounts/two-factor/mutations";
import { qrCodeImage } from "@/lib/accounts/two-factor/qr-rendering";
import { registrationResponse } from "@/lib/auth/factors/passkeys";
import { LOCALES } from "@/lib/core/locales";
import { action } from "@/lib/http/action";
import {
  companyDetails,
  emailAddress,
  emailPreferences,
  newPassword,
  personName,
  role,
  twoFactorCode,
  typedPassword,
} from "./schema";

const one = z.object({ id: z.string().max(64) });

/** People, sessions and passkeys do not change the version that open pages compare. So the answer has a fresh page. */
async function thenRefresh<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  refresh();
  return result;
}

export const saveNameAction = action({
  access: "reader",
  input: z.object({ name: personName }),
  handler: async ({ caller, input }) => await thenRefresh(saveName(caller.customerId, input.name, caller.actor)),
});

/** Saves the language of our mails to the person. Visitors without a session have only the cookie, and are refused. */
export const saveLocaleAction = action({
  access: "reader",
  input: z.object({ locale: z.enum(LOCALES) }),
  handler: async ({ caller, input }) => await saveLocale(caller.userId, input.locale),
});

export const saveCompanyAction = action({
  access: "owner",
  input: companyDetails,
  handler: async ({ caller, input }) => await thenRefresh(saveCompany(caller.customerId, input, caller.actor)),
});

export const saveEmailPreferencesAction = action({
  access: "reader",
  input: emailPreferences,
  handler: async ({ caller, input }) => await saveEmailPreferences(caller.userId, input),
});

export const changePasswordAction = action({
  access: "reader",
  input: z.object({ current: typedPassword, next: newPassword }),
  handler: async ({ caller, input }) => {
    const { customerId, userId, sessionId, actor } = caller;
    const change = () => changePassword(customerId, { userId, sessionId, ...input }, actor);
    await thenRefresh(attemptAgain(userId, change));
  },
});

export const setUpTwoFactorAction = action({
  access: "reader",
  needsProvenAddress: true,
  needsFreshProof: true,
  input: z.object({}),
  handler: async ({ caller }) => {
    const { secret, otpauthUrl } = await setUpTwoFactor(caller.userId);
    return { secret, qrCode: await qrCodeImage(otpauthUrl) };
  },
});

export const enableTwoFactorAction = action({
  access: "reader",
  needsProvenAddress: true,
  input: z.object({ codes: z.tuple([twoFactorCode, twoFactorCode]) }),
  handler: async ({ caller, input }) => ({
    recoveryCodes: await thenRefresh(enableTwoFactor(caller.customerId, caller.userId, input.codes, caller.actor)),
  }),
});

export const disableTwoFactorAction = action({
  access: "reader",
  needsFreshProof: true,
  input: z.object({ code: twoFactorCode }),
  handler: async ({ caller, input }) => {
    const { customerId, userId, actor } = caller;
    await thenRefresh(attemptAgain(userId, () => disableTwoFactor(customerId, userId, input.code, actor)));
  },
});

export const startPasskeyAction = action({
  access: "reader",
  needsProvenAddress: true,
  needsFreshProof: true,
  input: z.object({}),
  handler: async ({ caller }) => await startPasskey(caller.userId),
});

export const addPasskeyAction = action({
  access: "reader",
  needsProvenAddress: true,
  input: z.object({ response: registrationResponse }),
  handler: async ({ caller, input }) => {
    const { customerId, userId, origin, actor } = caller;
    const { id, name } = await thenRefresh(addPasskey(customerId, userId, input.response, origin.userAgent, actor));
    return { id, name };
  },
});

export const deletePasskeyAction = action({
  access: "reader",
  needsFreshProof: true,
  input: one,
  handler: async ({ caller, input }) =>
    await thenRefresh(deletePasskey(caller.customerId, caller.userId, input.id, caller.actor)),
});

export const signOutSessionAction = action({
  access: "reader",
  input: one,
  handler: async ({ caller, input }) => await thenRefresh(signOutSession(caller.customerId, input.id, caller.actor)),
});

export const signOutOthersAction = action({
  access: "reader",
  input: z.object({}),
  handler: async ({ caller }) => ({
    ended: await thenRefresh(signOutOthers(caller.customerId, caller.sessionId, caller.actor)),
  }),
});

export const inviteMemberAction = action({
  access: "owner",
  needsProvenAddress: true,
  needsFreshProof: true,
  input: z.object({ email: emailAddress, role }),
  handler: async ({ caller, input }) => await thenRefresh(inviteMember(caller.customerId, input, caller.actor)),
});

export const withdrawInvitationAction = action({
  access: "owner",
  input: one,
  handler: async ({ caller, input }) =>
    await thenRefresh(withdrawInvitation(caller.customerId, input.id, caller.actor)),
});

export const changeRoleAction = action({
  access: "owner",
  needsFreshProof: true,
  input: z.object({ userId: z.string().max(64), role }),
  handler: async ({ caller, input }) =>
    await thenRefresh(changeRole(caller.customerId, input.userId, input.role, caller.actor)),
});

export const removeMemberAction = action({
  access: "owner",
  needsFreshProof: true,
  input: z.object({ userId: z.string().max(64) }),
  handler: async ({ caller, input }) => await thenRefresh(removeMember(caller.customerId, input.userId, caller.actor)),
});

/** Switches to another supplier that the person works for. Answers with a ticket to a session there. */
export const switchAccountAction = action({
  access: "reader",
  input: z.object({ customerId: z.string().max(64) }),
  handler: async ({ caller, input }) => await switchAccount(caller, input.customerId, caller.origin),
});

/** Stores that the welcome tour was shown. It no longer starts automatically, on any device. */
export const endTourAction = action({
  access: "reader",
  input: z.object({}),
  handler: async ({ caller }) => await endTour(caller.userId),
});
