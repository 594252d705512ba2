import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { ID_BYTES, newId, POOL_BYTES } from "@/lib/core/ids";
import { Chance } from "../chance";

/**
 * Rows are read by their ids. Where two are of one millisecond chance decides in operation which comes first; here the first made
 * does, for whether they are of one millisecond is a matter of the machine.
 */
export class SeededIds {
  /** One for each length that is asked for: what libraries ask for, when they please, has other lengths than our ids. */
  private readonly streams = new Map<number, Chance>();
  private seed = 0;
  private drawn = 0;
  private made = 0;

  /** Product and twins draw their ids, keys and tokens from a seed, until what is returned is called. */
  takeOver(): () => void {
    const { randomBytes, randomUUID } = crypto;
    crypto.randomBytes = ((size: number, tell?: Parameters<typeof randomBytes>[1]) =>
      // Who does not wait for them is no part of a life.
      tell ? randomBytes(size, tell) : this.bytes(size)) as typeof randomBytes;
    crypto.randomUUID = (() => asUuid(this.bytes(UUID_BYTES))) as typeof randomUUID;
    syncBuiltinESMExports();
    return () => {
      Object.assign(crypto, { randomBytes, randomUUID });
      syncBuiltinESMExports();
    };
  }

  restart(seed: number): void {
    this.seed = seed;
    this.streams.clear();
    this.made = 0;
    // The product keeps some in store: they are of the life before.
    for (const before = this.drawn; this.drawn === before; ) newId("customer");
  }

  private bytes(size: number): Buffer {
    this.drawn += 1;
    const stream = this.streams.get(size) ?? new Chance(this.seed ^ size);
    this.streams.set(size, stream);
    const bytes = Buffer.from(Array.from({ length: size }, () => Math.floor(stream.next() * 256)));
    return size === POOL_BYTES ? this.inOrder(bytes) : bytes;
  }

  /** Bytes for many ids of the product: each begins with its place among all, five bits of it a byte, as they are written. */
  private inOrder(bytes: Buffer): Buffer {
    for (let at = 0; at < bytes.length; at += ID_BYTES) {
      this.made += 1;
      for (let digit = 0; digit < DIGITS; digit += 1)
        bytes[at + digit] = (this.made >> (5 * (DIGITS - 1 - digit))) & 31;
    }
    return bytes;
  }
}

/** Enough for a million ids a life. */
const DIGITS = 4;
/** Of no length that anybody asks bytes of. */
const UUID_BYTES = 17;

function asUuid(bytes: Buffer): `${string}-${string}-${string}-${string}-${string}` {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
