import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/**
 * A passkey device in software. It can also do what no honest device does: answer for another address, skip user
 * verification, or count backwards.
 */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32);
  counter = 1;
  /** True if a password manager copies the passkey to other devices. */
  isBackedUp = false;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(private readonly userHandle: string) {
    this.keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  register(challenge: string, lie: Lie = {}) {
    const attestation = Buffer.concat([
      cborMap(3),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      cborMap(0),
      cborText("authData"),
      cborBytes(this.authenticatorData(lie, true)),
    ]);
    this.counter += 1;
    return {
      ...this.identity(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, lie).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  signIn(challenge: string, lie: Lie = {}) {
    const data = clientData("webauthn.get", challenge, lie);
    const authenticatorData = this.authenticatorData(lie, false);
    const hash = createHash("sha256").update(data).digest();
    const signature = createSign("sha256").update(authenticatorData).update(hash).sign(this.keys.privateKey);
    this.counter += 1;
    return {
      ...this.identity(),
      response: {
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: (lie.signature ?? signature).toString("base64url"),
        userHandle: Buffer.from(lie.userHandle ?? this.userHandle).toString("base64url"),
      },
    };
  }

  private identity() {
    const id = this.credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private authenticatorData(lie: Lie, isNew: boolean): Buffer {
    const isBackedUp = lie.isBackedUp ?? this.isBackedUp;
    const flags = 0x01 | (lie.isUnverified ? 0 : 0x04) | (isBackedUp ? 0x18 : 0) | (isNew ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? this.counter);
    const head = [
      createHash("sha256")
        .update(lie.rpId ?? "localhost")
        .digest(),
      Buffer.from([flags]),
      counter,
    ];
    return Buffer.concat(isNew ? [...head, ...this.attestedCredential()] : head);
  }

  private attestedCredential(): Buffer[] {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    // COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    const key = Buffer.concat([
      cborMap(5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
    return [Buffer.alloc(16), length, this.credentialId, key];
  }
}

/** False claims that the device makes. */
export interface Lie {
  origin?: string;
  rpId?: string;
  isUnverified?: boolean;
  isBackedUp?: boolean;
  counter?: number;
  signature?: Buffer;
  userHandle?: string;
}

function clientData(type: string, challenge: string, lie: Lie): Buffer {
  const origin = lie.origin ?? new URL(process.env.APP_URL ?? "http://localhost").origin;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborMap(entries: number): Buffer {
  return Buffer.from([0xa0 | entries]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}
