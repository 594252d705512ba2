/** The roles, from most rights to fewest; their texts are under `account.role` in messages/. */
export const ROLES = ["owner", "member", "read_only"] as const;

export type RoleName = (typeof ROLES)[number];
