import type { World } from "./world";

/** The only app that is registered with the twin. */
export const CLIENT_ID = "e1b2c3d4-0000-4000-8000-000000000001";
export const CLIENT_SECRET = "lexware-sandbox-secret";
export const CLIENT_NAME = "Einzug";

export function redirectUriOf(world: World): string {
  return `${world.kit.appUrl}/api/connect/lexoffice/return`;
}
