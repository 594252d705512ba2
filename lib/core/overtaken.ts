/** Something was stored since it was asked for at a vendor, and says something else: which of both is newer nobody knows. */
export class Overtaken extends Error {}

const TRIES = 3;

/**
 * Reads at a vendor and stores, again if another reading was stored meanwhile: what is asked for later is at least as new.
 *
 * @throws Overtaken if that happened every time
 */
export async function untilNewest<T>(readAndStore: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await readAndStore();
    } catch (error) {
      if (!(error instanceof Overtaken) || left === 0) throw error;
    }
}
