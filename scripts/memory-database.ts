import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux keeps files of this folder in memory. */
const IN_MEMORY = "/dev/shm";
const NEEDED_BYTES = 3 * 2 ** 30;

/**
 * Returns the folder for the data of a server that ends with its test run: in memory if the system has such a folder
 * with 3 GB of space, because a database is copied there in a ninth of the time, otherwise the folder for temporary
 * files.
 */
export function folderInMemory(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < NEEDED_BYTES ? tmpdir() : IN_MEMORY;
}

/** Flags of a server whose data need not survive a power cut. It never waits for the disk and keeps little log. */
export const IN_MEMORY_FLAGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "min_wal_size=32MB",
  "max_wal_size=96MB",
].flatMap((setting) => ["-c", setting]);
