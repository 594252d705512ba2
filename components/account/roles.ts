/** From the one who may do most to the one who may do least; texts under `account.role` in messages/. */
export const ROLES = ["owner", "member", "read_only"] as const;

export type RoleName = (typeof ROLES)[number];
