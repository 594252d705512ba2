"use server";

import { z } from "zod";
import { askForReset, resetPassword } from "@/lib/accounts/password/mutations";
import { saveProgress } from "@/lib/accounts/profile/mutations";
import { discountOfRequest } from "@/lib/accounts/registration/discount-access";
import { registerCustomer } from "@/lib/accounts/registration/mutations";
import { emailAddress, newPassword, personName, registrationForm, signInLink } from "@/lib/accounts/schema";
import { attempt } from "@/lib/accounts/sign-in/attempt-access";
import { takeLinkedSession } from "@/lib/accounts/sign-in/link-mutations";
import { beginTicketSession, switchAccount } from "@/lib/accounts/sign-in/mutations";
import { joinAsMember, joinAsNewcomer } from "@/lib/accounts/team/mutations";
import { countLinkUse, countResetRequest } from "@/lib/auth/limits/guesses";
import { countTry } from "@/lib/auth/limits/limits";
import { readInvitationToken, readResetToken } from "@/lib/auth/link-tokens";
import { isCommonPassword } from "@/lib/auth/passwords/common-passwords";
import { visitorOf } from "@/lib/auth/sessions/devices";
import { readAccessToken } from "@/lib/auth/tokens";
import { requestLocale } from "@/lib/core/i18n";
import { fieldRefusal } from "@/lib/core/web/errors";
import { action, publicAction } from "@/lib/http/action";

const token = z.string().max(2_000);

/** The last step of the registration, as the specification names it. */
const LAST_STEP = "step_seven";

/** Registers a supplier and returns a ticket to sign in with. */
export const registerAction = publicAction({
  input: registrationForm,
  handler: async ({ input, origin }) => {
    const { acceptedTermsOfService, ...registration } = input;
    if (!acceptedTermsOfService)
      throw fieldRefusal("terms_required", "The terms have to be accepted.", "acceptedTermsOfService");
    await countTry("registration", origin.ip);
    const discountCode = await discountOfRequest();
    const person = await registerCustomer(registration, { ip: origin.ip, locale: await requestLocale(), discountCode });
    await saveProgress(person.userId, { acceptedTermsOfService, lastRegistrationStep: LAST_STEP });
    return { ticket: await beginTicketSession(person, origin, discountCode) };
  },
});

/** Returns for the strength bar whether attackers try a new password early. Nothing is stored or changed. */
export const judgePasswordAction = publicAction({
  input: z.object({ password: newPassword, about: z.array(z.string().max(254)).max(5) }),
  handler: async ({ input, origin }) => {
    await countTry("passwordJudged", origin.ip);
    return { isCommon: isCommonPassword(input.password, input.about) };
  },
});

/** Requests a password reset link. The answer is the same for known and unknown addresses. */
export const forgotPasswordAction = publicAction({
  input: z.object({ email: emailAddress }),
  handler: async ({ input }) => {
    await countResetRequest(input.email, await visitorOf(input.email));
    await askForReset(input.email);
  },
});

/** Sets a new password by a link. Returns a ticket to sign in with, but none to a person with a second factor. */
export const resetPasswordAction = publicAction({
  input: z.object({ token, password: newPassword }),
  handler: async ({ input, origin }) => {
    await countLinkUse(await readResetToken(input.token), origin.ip);
    const { person, hasOtherWaysIn } = await resetPassword(input.token, input.password, origin.ip);
    return { ticket: person && (await beginTicketSession(person, origin)), hasOtherWaysIn };
  },
});

/** Signs in by a link after the person has confirmed it on the link's page. Returns a ticket to sign in with. */
export const takeSignInLinkAction = publicAction({
  input: signInLink,
  handler: async ({ input, origin }) => {
    await countLinkUse((await readAccessToken(input.jwtToken))?.sessionId, origin.ip);
    return { ticket: await attempt({ way: "link", isApi: false }, () => takeLinkedSession(input, origin)) };
  },
});

/** Accepts an invitation with a new account. */
export const joinAsNewcomerAction = publicAction({
  input: z.object({ token, name: personName, password: newPassword }),
  handler: async ({ input, origin }) => {
    await countLinkUse((await readInvitationToken(input.token))?.id, origin.ip);
    const { token: invitation, ...person } = input;
    const joined = await joinAsNewcomer(invitation, person, { ip: origin.ip, locale: await requestLocale() });
    return { ticket: await beginTicketSession(joined, origin) };
  },
});

/** Accepts an invitation with the account that is signed in. The ticket opens a session at the new supplier. */
export const joinAsMemberAction = action({
  access: "reader",
  input: z.object({ token }),
  handler: async ({ caller, input }) => {
    const customerId = await joinAsMember(input.token, caller.actor);
    return await switchAccount(caller, customerId, caller.origin);
  },
});
