/** Another reading was stored after this one was requested from the vendor, and they differ: either may be newer. */
export class StaleVersion extends Error {}

const TRIES = 3;

/**
 * Reads from a vendor and stores the result. After a conflict it reads again, because a later request returns at least
 * as new data.
 *
 * @throws `StaleVersion` if every attempt conflicts
 */
export async function untilNewest<T>(readAndStore: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await readAndStore();
    } catch (error) {
      if (!(error instanceof StaleVersion) || left === 0) throw error;
    }
}
