import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
/** Longer than it takes to fill in a form and have it checked. */
const CALM_MS = 14_000;

/** A person's authenticator app. It uses another library than the server. */
export class AuthenticatorApp {
  private readonly totp: TOTP;

  /** @param key as the screen shows it, in groups */
  constructor(key: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
  }

  /** Returns the code that is this many steps away from the present one. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  }

  /** Codes change every 30 seconds. Waits for the next one if the present one is about to expire. */
  async calm(): Promise<void> {
    await expect.poll(() => STEP_MS - (Date.now() % STEP_MS), { timeout: STEP_MS }).toBeGreaterThan(CALM_MS);
  }
}
