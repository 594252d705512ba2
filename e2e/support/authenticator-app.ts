import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
/** Longer than it takes to fill a form and have it checked. */
const CALM_MS = 14_000;

/** Somebody's authenticator app, by a library that is not the server's. */
export class AuthenticatorApp {
  private readonly totp: TOTP;

  /** @param key as the screen shows it, in groups */
  constructor(key: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
  }

  /** The code so many steps away from the one it shows now. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  }

  /** Codes change every 30 seconds; as a person does, waits for the next one when the present one is about to go. */
  async calm(): Promise<void> {
    await expect.poll(() => STEP_MS - (Date.now() % STEP_MS), { timeout: STEP_MS }).toBeGreaterThan(CALM_MS);
  }
}
