import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { newId } from "@/lib/core/ids";
import { Chance } from "./chance";

/** Rows are read by their ids, and where two are of one millisecond, chance decides which comes first. */
export class SeededIds {
  /** One for each length that is asked for: what libraries ask for, when they please, has other lengths than our ids. */
  private readonly streams = new Map<number, Chance>();
  private seed = 0;
  private drawn = 0;

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
    // The product keeps some in store: they are of the life before.
    for (const before = this.drawn; this.drawn === before; ) newId("customer");
  }

  private bytes(size: number): Buffer {
    this.drawn += 1;
    const stream = this.streams.get(size) ?? new Chance(this.seed ^ size);
    this.streams.set(size, stream);
    return Buffer.from(Array.from({ length: size }, () => Math.floor(stream.next() * 256)));
  }
}

/** Of no length that anybody asks bytes of. */
const UUID_BYTES = 17;

function asUuid(bytes: Buffer): `${string}-${string}-${string}-${string}-${string}` {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
