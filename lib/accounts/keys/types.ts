/** The scopes of API keys, the narrower one first. Their texts are under `account.keys.scope` in messages/. */
export const API_KEY_SCOPES = ["read", "write"] as const;
export const MAX_API_KEYS = 20;
