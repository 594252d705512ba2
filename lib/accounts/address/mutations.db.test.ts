import { describe, expect, test } from "vitest";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { beginApiSession } from "@/lib/accounts/sign-in/mutations";
import { joinAsMember, joinAsNewcomer, readInvitation } from "@/lib/accounts/team/mutations";
import { invitationToken } from "@/lib/auth/link-tokens";
import { trustedCustomerId } from "@/lib/auth/scope";
import { sessionOf } from "@/lib/auth/sessions/session";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { closeAccount } from "@/lib/privacy/closing/provider";
import { seedSupplier } from "@/prisma/seed/suppliers";
import {
  isProven,
  newEmail,
  ORIGIN,
  PASSWORD,
  plant,
  planted,
  register,
  reset,
  signedIn,
  tokenOf,
} from "@/test/registrants";
import { followAddressLink, sendProofAgain } from "./mutations";
import { UNPROVEN_DAYS } from "./rules";
import { askUnproven, sweepUnproven } from "./unproven-mutations";

describe("a new account", () => {
  test("gets a mail that asks for the proof and contains nothing that a stranger could have typed", async () => {
    const person = await register();
    expect(await isProven(person)).toBe(false);
    const [mail] = await db.mail.findMany({ where: { recipient: person.email } });
    expect(mail?.data).toMatchObject({ kind: "confirmAddress", name: "" });
    expect(JSON.stringify(mail?.data)).not.toMatch(/Gärtnerei|Nordwind/);
  });

  test("cannot make us send a text of its choice to its unproven address", async () => {
    const person = await register();
    const { customerId, actor, email } = person;
    for (const userAgent of ["evil.example", "evil.example/2"])
      await beginApiSession(person, { ip: `198.51.100.${userAgent.length}`, userAgent });
    await db.$transaction((tx) => notifyOwners(tx, customerId, { event: "exported", actor, also: person.userId }));
    await closeAccount(trustedCustomerId.parse(customerId), PASSWORD, actor);
    const mails = await db.mail.findMany({ where: { recipient: email } });
    expect(mails).toMatchObject([{ data: { kind: "closed", name: "", values: {} } }]);
  });

  test("is proven once, by its link in its own session", async () => {
    const person = await register();
    const token = await tokenOf(person, "proof");
    const session = await signedIn(person);
    expect(session.isAddressProven).toBe(false);
    expect(await followAddressLink(token, { session }, ORIGIN.ip)).toBe("proof");
    expect((await signedIn(person)).isAddressProven).toBe(true);
    await expect(followAddressLink(token, { session }, ORIGIN.ip)).rejects.toMatchObject({ code: "link_expired" });
  });

  test("is not proven by the mailbox alone: its session or its password is needed, too", async () => {
    const [person, stranger] = [await register(), await register()];
    const token = await tokenOf(person, "proof");
    const others: Parameters<typeof followAddressLink>[1][] = [
      {},
      { password: "wrong" },
      { session: await signedIn(stranger) },
    ];
    for (const by of others)
      await expect(followAddressLink(token, by, ORIGIN.ip)).rejects.toMatchObject({ code: "wrong_credentials" });
    expect([await isProven(person), await isProven(stranger)]).toEqual([false, false]);
    await followAddressLink(token, { password: PASSWORD }, ORIGIN.ip);
    expect([await isProven(person), await isProven(stranger)]).toEqual([true, false]);
  });

  test("is proven once by three simultaneous uses of its link", async () => {
    const person = await register();
    const [token, session] = [await tokenOf(person, "proof"), await signedIn(person)];
    const uses = await Promise.allSettled([1, 2, 3].map(() => followAddressLink(token, { session }, ORIGIN.ip)));
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    // The first steps are explained once, and only after the mailbox is known to be theirs.
    const kinds = (await db.mail.findMany({ where: { recipient: person.email } })).map(({ data }) => data);
    expect(kinds).toMatchObject([{ kind: "confirmAddress" }, { kind: "welcome", name: expect.stringMatching(/./) }]);
  });

  test("gets the link again a few times an hour, but not after it is proven", async () => {
    const person = await register();
    await sendProofAgain(person.userId);
    expect(await db.mail.count({ where: { recipient: person.email } })).toBe(2);
    let code: unknown;
    for (let tries = 0; tries < 20 && code !== "too_many_requests"; tries += 1)
      code = await sendProofAgain(person.userId).catch((error: { code: string }) => error.code);
    expect(code).toBe("too_many_requests");
    await followAddressLink(await tokenOf(person, "proof"), { password: PASSWORD }, ORIGIN.ip);
    await expect(sendProofAgain(person.userId)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("an account that was never proven", () => {
  test("does not hold its address: the next person who registers it gets an account of their own", async () => {
    const first = await register();
    const [token, session] = [await tokenOf(first, "proof"), await signedIn(first)];
    expect(await isEmailTaken(first.email)).toBe(false);
    const second = await register(first.email);
    expect(second.userId).not.toBe(first.userId);
    expect(await db.user.count({ where: { id: first.userId } })).toBe(0);
    expect(await db.customer.count({ where: { id: first.customerId } })).toBe(0);
    expect(await sessionOf(session, "cookie")).toBeUndefined();
    await expect(followAddressLink(token, { password: PASSWORD }, ORIGIN.ip)).rejects.toMatchObject({
      code: "link_expired",
    });
    expect(await isProven(second)).toBe(false);
    await followAddressLink(await tokenOf(second, "proof"), { password: PASSWORD }, ORIGIN.ip);
    expect(await isEmailTaken(first.email)).toBe(true);
    await expect(register(first.email)).rejects.toMatchObject({ code: "email_taken" });
  });

  test("is replaced by exactly one of several simultaneous registrations, and only that one's link remains", async () => {
    const { email } = await register();
    const results = await Promise.allSettled([register(email), register(email), register(email)]);
    const kept = await db.user.findUniqueOrThrow({ where: { email } });
    const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(done.map(({ userId }) => userId)).toContain(kept.id);
    for (const { status, ...rest } of results)
      if (status === "rejected") expect(rest).toMatchObject({ reason: { code: "email_taken" } });
    expect(await db.addressLink.count({ where: { email, userId: { not: kept.id } } })).toBe(0);
  });

  test("does not give way while it is being proven", async () => {
    const person = await register();
    const [token, session] = [await tokenOf(person, "proof"), await signedIn(person)];
    const [proof, other] = await Promise.allSettled([
      followAddressLink(token, { session }, ORIGIN.ip),
      register(person.email),
    ]);
    const owners = await db.user.findMany({ where: { email: person.email } });
    expect(owners).toHaveLength(1);
    const wasProven = proof.status === "fulfilled";
    expect(other.status).toBe(wasProven ? "rejected" : "fulfilled");
    expect(owners[0]?.id === person.userId && owners[0]?.emailProvenAt !== null).toBe(wasProven);
  });

  test("is proven by a reset and loses everything that its first registrant may have added", async () => {
    const person = await register();
    const session = await signedIn(person);
    await plant(person);
    const { person: signedInBy, hasOtherWaysIn } = await reset(person.userId);
    expect(signedInBy).toMatchObject({ userId: person.userId });
    expect(hasOtherWaysIn).toBe(false);
    expect(await planted(person.userId)).toEqual([0, 0, 0, 0, 0]);
    expect(await sessionOf(session, "cookie")).toBeUndefined();
    expect(await isProven(person)).toBe(true);
  });

  test("is deleted after a week with its supplier, and a proven one stays", async () => {
    const [person, proven] = [await register(), await register()];
    await followAddressLink(await tokenOf(proven, "proof"), { password: PASSWORD }, ORIGIN.ip);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await sweepUnproven(days(UNPROVEN_DAYS - 1));
    expect(await db.user.count({ where: { id: { in: [person.userId, proven.userId] } } })).toBe(2);
    await sweepUnproven(days(UNPROVEN_DAYS + 1));
    expect(await db.user.count({ where: { id: person.userId } })).toBe(0);
    expect(await db.customer.count({ where: { id: person.customerId } })).toBe(0);
    expect(await db.mail.count({ where: { customerId: person.customerId } })).toBe(0);
    expect(await db.user.count({ where: { id: proven.userId } })).toBe(1);
  });

  test("from before this rule is asked first, holds its address until then, and stays if it has connections or orders", async () => {
    const [old, busy] = [await seedSupplier({ contract: "none" }), await seedSupplier()];
    const ids = { in: [old.userId, busy.userId] };
    await db.user.updateMany({ where: { id: ids }, data: { emailProvenAt: null } });
    await sweepUnproven(new Date(Date.now() + 90 * 86_400_000));
    expect(await db.user.count({ where: { id: ids } })).toBe(2);
    expect(await isEmailTaken(old.email)).toBe(true);
    await askUnproven();
    await askUnproven();
    expect(await db.mail.count({ where: { recipient: old.email } })).toBe(1);
    await sweepUnproven(new Date(Date.now() + 90 * 86_400_000));
    expect(await db.user.findMany({ where: { id: ids }, select: { id: true } })).toEqual([{ id: busy.userId }]);
    expect(await isEmailTaken(busy.email)).toBe(true);
  });
});

describe("an invitation by mail", () => {
  async function invitationTo(email: string): Promise<string> {
    const { customerId, actor } = await seedSupplier();
    const id = newId("invitation");
    const expiresAt = new Date(Date.now() + 60_000);
    const by = { invitedById: actor.userId, invitedBy: actor.userName };
    await db.invitation.create({ data: { customerId, id, email, role: "member", expiresAt, ...by } });
    return invitationToken({ customerId, id });
  }

  test("proves the address of the person who accepts it, with an existing or a new account", async () => {
    const person = await register();
    await joinAsMember(await invitationTo(person.email), person.actor);
    expect(await isProven(person)).toBe(true);
    const newcomer = { name: "Ben", password: PASSWORD };
    const joined = await joinAsNewcomer(await invitationTo(newEmail()), newcomer, ORIGIN);
    expect(await isProven(joined)).toBe(true);
  });

  test("can be accepted by the owner of a mailbox whose address a stranger has registered", async () => {
    const stranger = await register();
    const newcomer = { name: "Ben", password: "Eisvogel-0815-Bach-!!" };
    const token = await invitationTo(stranger.email);
    expect(await readInvitation(token)).toMatchObject({ email: stranger.email, hasAccount: false });
    const joined = await joinAsNewcomer(token, newcomer, ORIGIN);
    expect(joined.userId).not.toBe(stranger.userId);
    expect(await db.user.count({ where: { id: stranger.userId } })).toBe(0);
  });
});
