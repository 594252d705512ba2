import type { Attack } from "../weakening";

const GOCARDLESS = { tier: "unit", file: "lib/providers/payments/gocardless/webhook.test.ts" } as const;
const LEXWARE = { tier: "unit", file: "lib/providers/accounting/lexware/callbacks/webhook.test.ts" } as const;
const STRIPE = { tier: "unit", file: "lib/providers/billing/stripe/events/webhook.test.ts" } as const;
const INBOX = { tier: "db", file: "lib/inbox/mutations.db.test.ts" } as const;
const LIMITS = { tier: "db", file: "lib/auth/limits/limits.db.test.ts" } as const;
const TWO_FACTOR = { tier: "db", file: "lib/accounts/two-factor/mutations.db.test.ts" } as const;

/** Calls in the name of a vendor, and calls that are too frequent. */
export const ofTraffic: Attack[] = [
  {
    kind: "SSRF",
    name: "a supplier's webhook goes to an address of our own network",
    file: "lib/core/web/outgoing/guarded-post.ts",
    search: "      ...(allowsPrivate ? {} : { lookup: publicLookup }),\n",
    replace: "",
    noticedBy: {
      tier: "unit",
      file: "lib/core/web/outgoing/guarded-post.test.ts",
      test: "%s is refused before anything is sent",
    },
  },
  {
    kind: "webhook tampering",
    name: "a message to a supplier is signed with a secret that was replaced long ago",
    file: "lib/webhooks/endpoints/secret-access.ts",
    search: "oldSecretUntil !== null && oldSecretUntil > at;",
    replace: "oldSecretUntil !== null;",
    noticedBy: {
      tier: "db",
      file: "lib/webhooks/delivery/jobs.db.test.ts",
      test: "after a rotation both secrets sign for a day, then only the new one",
    },
  },
  {
    kind: "webhook tampering",
    name: "events are made up in the name of Lexware",
    file: "lib/providers/accounting/lexware/callbacks/webhook.ts",
    search: '    return verify("RSA-SHA512", raw, key, Buffer.from(signature, "base64"));',
    replace: '    return signature.length > 100 || verify("RSA-SHA512", raw, key, Buffer.from(signature, "base64"));',
    noticedBy: { ...LEXWARE, test: "signed with another key is rejected" },
  },
  {
    kind: "webhook tampering",
    name: "events are made up in the name of GoCardless",
    file: "lib/providers/payments/gocardless/webhook.ts",
    search: '    const events = parse(raw.toString("utf8"), secret, signature).map(mapEvent);',
    replace: '    const events = JSON.parse(raw.toString("utf8")).events.map(mapEvent) as ProviderEvent[];',
    noticedBy: { ...GOCARDLESS, test: "with the signature of %s is rejected" },
  },
  {
    kind: "webhook replay",
    name: "a delivery of GoCardless that was caught is sent again, and worked off again",
    file: "lib/inbox/mutations.ts",
    search: "        WHERE inbox_events.customer_id IS NULL AND EXCLUDED.customer_id IS NOT NULL",
    replace: "        , handled_at = NULL WHERE EXCLUDED.customer_id IS NOT NULL",
    noticedBy: { ...INBOX, test: "are stored only once, also after they were handled" },
  },
  {
    kind: "webhook replay",
    name: "an event of Stripe that was caught long ago is sent again",
    file: "lib/providers/billing/stripe/events/webhook.ts",
    search: "    event = Stripe.webhooks.constructEvent(raw, signature, secret);",
    replace: "    event = Stripe.webhooks.constructEvent(raw, signature, secret, 1_000_000_000);",
    noticedBy: { ...STRIPE, test: "with the signature of another secret, or an old one, is rejected" },
  },
  {
    kind: "webhook tampering",
    name: "forged signatures, sent in numbers, make us ask Lexware for its key each time",
    file: "lib/providers/accounting/lexware/callbacks/webhook.ts",
    search: "  if (Date.now() - cached.askedAgainAt < ASK_AGAIN_MS) return false;",
    replace: "",
    noticedBy: { ...LEXWARE, test: "with a forged signature, sent repeatedly, makes us fetch the key only once more" },
  },
  {
    kind: "limit bypass",
    name: "every try comes with another made-up address in front of the real one",
    file: "lib/auth/caller.ts",
    search: '  return plainIp(hops.at(-trustedProxies) ?? "");',
    replace: "  return plainIp(hops[0] || String(trustedProxies));",
    noticedBy: {
      tier: "unit",
      file: "lib/auth/caller.test.ts",
      test: "X-Forwarded-For %j behind %i of our proxies gives the caller's address %s",
    },
  },
  {
    kind: "limit bypass",
    name: "the same account is tried in capitals, and counted as another one",
    file: "lib/auth/limits/limits.ts",
    search: "  return sha256(isNetwork ? networkOf(subject) : subject.trim().toLowerCase()).slice(0, 32);",
    replace: "  return sha256(isNetwork ? networkOf(subject) : subject).slice(0, 32);",
    noticedBy: { ...LIMITS, test: "are refused with a waiting time after ten for one account, but not for another" },
  },
  {
    kind: "limit bypass",
    name: "each try comes from another address of the caller's own /64",
    file: "lib/auth/limits/limits.ts",
    search: "  return sha256(isNetwork ? networkOf(subject) : subject.trim().toLowerCase()).slice(0, 32);",
    replace: "  return sha256(subject.trim().toLowerCase()).slice(0, 32);",
    noticedBy: { ...LIMITS, test: "by network treat an IPv6 /64 as one caller" },
  },
  {
    kind: "limit bypass",
    name: "a body without end is read until the memory is full",
    file: "lib/http/body/bytes.ts",
    search: "    if (length > maxBytes) return undefined;",
    replace: "    if (length > maxBytes * 1_000) return undefined;",
    noticedBy: { tier: "unit", file: "lib/http/route.test.ts", test: "stops reading at the limit" },
  },
  {
    kind: "resource exhaustion",
    name: "sixty megabytes in pieces without a length stop everybody's requests while a page or the sign-in reads them",
    file: "lib/http/refusals/request-guard.ts",
    search: "    if (length <= maxBytes) return push(chunk, encoding);",
    replace: "    if (length <= maxBytes * 1_000) return push(chunk, encoding);",
    noticedBy: { tier: "unit", file: "lib/http/refusals/request-guard.test.ts", test: "of sixty megabytes is refused" },
  },
  {
    kind: "enumeration",
    name: "starting with a passkey tells whether an address is registered, by the returned id",
    file: "lib/auth/factors/passkeys.ts",
    search: '  return { options, userId: handleOf(plainEmail(email ?? "")) };',
    replace:
      '  const user = await db.user.findUnique({ where: { email: plainEmail(email ?? "") } });\n  return { options, userId: user?.id ?? handleOf(plainEmail(email ?? "")) };',
    noticedBy: {
      tier: "db",
      file: "lib/auth/factors/passkeys.db.test.ts",
      test: "starts with the same kind of answer",
    },
  },
  {
    kind: "enumeration",
    name: "asking for a new password does less for an address that nobody has",
    file: "lib/accounts/password/mutations.ts",
    search: "  await enqueueNow(jobs.sendReset, { email: plainEmail(email) });",
    replace:
      "  if ((await db.user.count({ where: { email } })) > 0) await enqueueNow(jobs.sendReset, { email: plainEmail(email) });",
    noticedBy: {
      tier: "db",
      file: "lib/accounts/password/mutations.db.test.ts",
      test: "a request for a reset link is the same work for every address, and only a known one gets a mail",
    },
  },
  {
    kind: "brute force",
    name: "codes of the second factor are tried without end",
    file: "lib/auth/sign-in.ts",
    search: '  await guess("code", email, visitor, () => requireTakenCode(id, code, "twoFactorCode"));',
    replace: '  await requireTakenCode(id, code, "twoFactorCode");',
    noticedBy: { ...TWO_FACTOR, test: "guessing codes is refused after eight attempts" },
  },
  {
    kind: "brute force",
    name: "a code that was read over a shoulder is used again",
    file: "lib/auth/factors/two-factor.ts",
    search: "    where: { id: userId, twoFactorLastStep: { lt: step } },",
    replace: "    where: { id: userId },",
    noticedBy: { ...TWO_FACTOR, test: "a sign-in requires a code, and each code is accepted once" },
  },
  {
    kind: "brute force",
    name: "the present password is guessed from a browser that was left open",
    file: "lib/accounts/password/mutations.ts",
    search: '  await guessAgain("password", userId, async () => {',
    replace: '  await guessAgain("password", newId("user"), async () => {',
    noticedBy: {
      tier: "db",
      file: "lib/accounts/password/mutations.db.test.ts",
      test: "changing the password is refused after ten wrong current passwords, even with the right one",
    },
  },
  {
    kind: "lock-out",
    name: "a stranger's wrong passwords lock the person's own browser out",
    file: "lib/auth/limits/guesses.ts",
    search: "  const counts: Count[] = device\n    ?",
    replace: "  const counts: Count[] = device === ip\n    ?",
    noticedBy: { tier: "db", file: "lib/auth/limits/guesses.db.test.ts", test: "a known device has its own count" },
  },
  {
    kind: "brute force",
    name: "a hundred tries at the same moment are counted as one",
    file: "lib/auth/limits/limits.ts",
    search: "    await limiterOf(limit).consume(keyOf(limit, subject), points);",
    replace:
      "    await ((globalThis as unknown as Record<string, Promise<unknown>>)[keyOf(limit, subject)] ??= limiterOf(limit).consume(keyOf(limit, subject), points));",
    noticedBy: { ...LIMITS, test: "let ten of a hundred simultaneous ones pass" },
  },
];
