import type { CDPSession, Page } from "@playwright/test";

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

/**
 * A device with passkeys, made of the browser's virtual authenticator. It is touched at once, and the user is verified.
 */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async plugInto(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** Sets whether the device recognises its user. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.session.send("WebAuthn.setUserVerified", { authenticatorId: this.authenticatorId, isUserVerified });
  }

  async credentials(): Promise<Credential[]> {
    return await credentialsOf(this.session, this.authenticatorId);
  }

  /** Copies passkeys to this device, as a password manager does. */
  async receive(credentials: Credential[]): Promise<void> {
    for (const credential of credentials)
      await this.session.send("WebAuthn.addCredential", { authenticatorId: this.authenticatorId, credential });
  }
}

async function credentialsOf(session: CDPSession, authenticatorId: string) {
  return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}
