import type { Attack } from "../weakening";

const TOKENS = { tier: "unit", file: "lib/auth/tokens.test.ts" } as const;
const SESSIONS = { tier: "db", file: "lib/auth/sessions/sessions.db.test.ts" } as const;
const OAUTH = { tier: "db", file: "lib/connections/sign-in/oauth-mutations.db.test.ts" } as const;
const PASSKEYS = { tier: "db", file: "lib/auth/factors/passkeys.db.test.ts" } as const;
const CRYPTO = { tier: "unit", file: "lib/core/crypto.test.ts" } as const;

const KEYS = { tier: "db", file: "lib/http/key-access.db.test.ts" } as const;

/** Proofs of identity that are made up, changed, used for something else, or used again. */
export const ofProofs: Attack[] = [
  {
    kind: "token confusion",
    name: "an API key for reading may write",
    file: "lib/auth/keys/api-keys.ts",
    search: 'read: "read_only", write: "owner" };',
    replace: 'read: "owner", write: "owner" };',
    noticedBy: { ...KEYS, test: "a key makes exactly the calls that the table gives to its scope" },
  },
  {
    kind: "token confusion",
    name: "the id of an API key is enough, whatever its secret",
    file: "lib/auth/keys/api-keys.ts",
    search: "  if (!key || !isProven || key",
    replace: "  if (!key || key",
    noticedBy: { ...KEYS, test: "a key of another supplier, an unknown key and a wrong secret are refused" },
  },
  {
    kind: "token confusion",
    name: "the token in a link to a new password opens the API",
    file: "lib/auth/tokens.ts",
    search: "      audience,\n",
    replace: "",
    noticedBy: { ...TOKENS, test: "of kind %s is accepted only as such" },
  },
  {
    kind: "token confusion",
    name: "the link of a mail opens what it names without our signature",
    file: "lib/core/crypto.ts",
    search: "  return text && isOurs ? text : undefined;",
    replace: "  return text || undefined;",
    noticedBy: { tier: "unit", file: "lib/auth/link-tokens.test.ts", test: "%s is refused" },
  },
  {
    kind: "token confusion",
    name: "the token itself says by which algorithm it is to be believed",
    file: "lib/auth/tokens.ts",
    search: '      algorithms: ["HS256"],\n',
    replace: "",
    noticedBy: { ...TOKENS, test: "%s is refused" },
  },
  {
    kind: "token confusion",
    name: "the session of a token for the API is used as a cookie's, past its limits",
    file: "lib/auth/sessions/session.ts",
    search: '  if (row.isApi !== (by === "bearer") || !row.claimedAt || row.expiresAt <= now) return undefined;',
    replace: "  if (!row.claimedAt || row.expiresAt <= now) return undefined;",
    noticedBy: { ...SESSIONS, test: "a session is valid only for the person, the supplier and the kind of token" },
  },
  {
    kind: "token confusion",
    name: "a token of one account is used in another one",
    file: "lib/auth/sessions/session.ts",
    search: "  if (!row || row.userId !== userId || row.customerId !== customerId) return undefined;",
    replace: "  if (!row) return undefined;",
    noticedBy: { ...SESSIONS, test: "a session is valid only for the person, the supplier and the kind of token" },
  },
  {
    kind: "token confusion",
    name: "a payer's link is made up without our signature",
    file: "lib/core/crypto.ts",
    search: "  return text && isOurs ? text : undefined;",
    replace: "  return text || undefined;",
    noticedBy: {
      tier: "unit",
      file: "lib/auth/scope.test.ts",
      test: "is refused if it names another request with the signature",
    },
  },
  {
    kind: "OAuth confusion",
    name: "somebody finishes the sign-in at a vendor that another person has started",
    file: "lib/connections/sign-in/oauth-mutations.ts",
    search: "      userId: caller.actor.userId,\n",
    replace: "",
    noticedBy: {
      ...OAUTH,
      test: "cannot be finished by another person, for another supplier, or for another vendor",
    },
  },
  {
    kind: "OAuth confusion",
    name: "the answer of one vendor is taken for that of another",
    file: "lib/connections/sign-in/oauth-mutations.ts",
    search: "      stateHash,\n      type,\n      customerId: caller.customerId,",
    replace: "      stateHash,\n      customerId: caller.customerId,",
    noticedBy: {
      ...OAUTH,
      test: "cannot be finished by another person, for another supplier, or for another vendor",
    },
  },
  {
    kind: "OAuth confusion",
    name: "an answer that was caught on its way is used again",
    file: "lib/connections/sign-in/oauth-mutations.ts",
    search: "      usedAt: null,\n",
    replace: "",
    noticedBy: { ...OAUTH, test: "can be finished once" },
  },
  {
    kind: "WebAuthn",
    name: "a challenge that was answered is answered again",
    file: "lib/auth/factors/passkeys.ts",
    search: "  const closed = await db.ceremony.deleteMany({ where: { challenge, kind, userId, expiresAt } });",
    replace: "  const closed = { count: await db.ceremony.count({ where: { challenge, kind, userId, expiresAt } }) };",
    noticedBy: { ...PASSKEYS, test: "accepts each challenge once, and none that has expired" },
  },
  {
    kind: "WebAuthn",
    name: "an answer that was made for another site is taken",
    file: "lib/auth/factors/passkeys.ts",
    search:
      "    response: response as AuthenticationResponseJSON,\n    expectedChallenge,\n    expectedOrigin: origin,",
    replace:
      '    response: response as AuthenticationResponseJSON,\n    expectedChallenge,\n    expectedOrigin: [origin, "https://evil.example"],',
    noticedBy: { ...PASSKEYS, test: "signing in with a passkey > %s is refused" },
  },
  {
    kind: "WebAuthn",
    name: "a copied device signs in beside the real one, whose counter has gone on",
    file: "lib/auth/factors/passkeys.ts",
    search: "      counter: passkey.isSynced ? 0 : Number(passkey.counter),",
    replace: "      counter: 0,",
    noticedBy: { ...PASSKEYS, test: "signing in with a passkey > %s is refused" },
  },
  {
    kind: "WebAuthn",
    name: "one person's passkey signs in as another person",
    file: "lib/auth/factors/passkeys.ts",
    search: '  if (named !== handleOf(email) && named !== passkey.userId) throw new AppError("passkey_refused");',
    replace: "",
    noticedBy: { ...PASSKEYS, test: "with another person's id is refused" },
  },
  {
    kind: "WebAuthn",
    name: "a passkey made for one person's challenge is added to another person",
    file: "lib/auth/factors/passkeys.ts",
    search:
      '  const expectedChallenge = await closeCeremony(response.response.clientDataJSON, "registration", userId);',
    replace:
      '  const expectedChallenge = await closeCeremony(response.response.clientDataJSON, "registration", undefined as never);',
    noticedBy: { ...PASSKEYS, test: "is accepted once for a challenge, and only for one made for that person" },
  },
  {
    kind: "secrets at rest",
    name: "a sealed token is copied to another supplier's row and opens there",
    file: "lib/core/crypto.ts",
    search: 'Buffer.from(iv, "base64url"));\n  decipher.setAAD(Buffer.from(place));',
    replace: 'Buffer.from(iv, "base64url"));\n  decipher.setAAD(Buffer.from(place.replace(/cus_\\w+/, "cus_1")));',
    noticedBy: { ...CRYPTO, test: "does not decrypt at another place" },
  },
  {
    kind: "secrets at rest",
    name: "a live installation runs with the secrets of this repository: anybody signs sessions and opens sealed tokens",
    file: "lib/core/live-rules.ts",
    search: "    if (PUBLIC_VALUES.has(value))",
    replace: '    if (value === "public")',
    noticedBy: {
      tier: "unit",
      file: "lib/core/live-rules.test.ts",
      test: "refuses %s with a value from the repository: %s",
    },
  },
  {
    kind: "secrets at rest",
    name: "the log holds what people typed at the sign-in, so its readers can sign in as them",
    file: "app/api/v1/login/route.ts",
    search: "    const visitor = await visitorOf(account);",
    replace: "    const visitor = await visitorOf((console.info(JSON.stringify(body)), account));",
    noticedBy: {
      tier: "e2e",
      file: "e2e/secrets.spec.ts",
      test: "no secret appears in tables, logs, spans, metrics or mails",
    },
  },
];
