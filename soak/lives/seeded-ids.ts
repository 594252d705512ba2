import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { ID_BYTES, newId, POOL_BYTES } from "@/lib/core/formats/ids";
import { Chance } from "../chance";

/**
 * Draws ids from a seed. The product sorts rows by id. In operation chance orders two ids of one millisecond; here they
 * sort by creation, because the machine's speed decides whether they share a millisecond.
 */
export class SeededIds {
  /** One stream for each requested length. Libraries draw at any time, but other lengths than our ids need. */
  private readonly streams = new Map<number, Chance>();
  private seed = 0;
  private drawn = 0;
  private made = 0;

  /** Makes product and twins draw their ids, keys and tokens from the seed, until the returned function is called. */
  takeOver(): () => void {
    const { randomBytes, randomUUID } = crypto;
    crypto.randomBytes = ((size: number, tell?: Parameters<typeof randomBytes>[1]) =>
      // Asynchronous requests are not part of a run.
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
    // The product keeps a pool of random bytes; those left from the run before are used up first.
    for (const before = this.drawn; this.drawn === before; ) newId("customer");
  }

  private bytes(size: number): Buffer {
    this.drawn += 1;
    const stream = this.streams.get(size) ?? new Chance(this.seed ^ size);
    this.streams.set(size, stream);
    const bytes = Buffer.from(Array.from({ length: size }, () => Math.floor(stream.next() * 256)));
    return size === POOL_BYTES ? this.inOrder(bytes) : bytes;
  }

  /**
   * Numbers the ids within a pool of bytes: each id begins with its serial number, five bits per byte, as ids are
   * encoded.
   */
  private inOrder(bytes: Buffer): Buffer {
    for (let at = 0; at < bytes.length; at += ID_BYTES) {
      this.made += 1;
      for (let digit = 0; digit < DIGITS; digit += 1)
        bytes[at + digit] = (this.made >> (5 * (DIGITS - 1 - digit))) & 31;
    }
    return bytes;
  }
}

/** Enough for a million ids in a run. */
const DIGITS = 4;
/** A length that nobody else requests. */
const UUID_BYTES = 17;

function asUuid(bytes: Buffer): `${string}-${string}-${string}-${string}-${string}` {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
