import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { chown, copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { connected } from "../crashes/crash-kinds";
import type { Installation } from "../crashes/installation";

/**
 * Files that a base backup omits: the server creates them or takes them from the archive (PostgreSQL 18, section
 * 25.3.4).
 */
const OMITTED = ["postmaster.pid", "postmaster.opts", "pg_internal.init"];
const LEFT_EMPTY = [
  ...["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
];

/**
 * Point-in-time recovery of the embedded server, as an operator sets it up. Every segment of the write-ahead log is
 * archived in a folder, and a base backup is taken during operation. It uses PostgreSQL's low-level calls, because the
 * npm package has neither pg_basebackup nor pg_dump.
 */
export class WalArchive {
  private constructor(
    private readonly place: Installation,
    private readonly folder: string,
  ) {}

  private get dataDir(): string {
    return join(this.place.stack.env.EINZUG_DATA_DIR ?? "", "postgres");
  }

  private get backup(): string {
    return `${this.folder}-base`;
  }

  /** Starts archiving, which restarts the server. */
  static async begin(place: Installation): Promise<WalArchive> {
    const archive = new WalArchive(place, join(place.stack.env.EINZUG_DATA_DIR ?? "", "wal-archive"));
    mkdirSync(archive.folder);
    // When run as root, the server uses another user.
    archive.giveToServer(archive.folder);
    const client = await connected(place.stack.env);
    const command = client.escapeLiteral(`test ! -f "${archive.folder}/%f" && cp "%p" "${archive.folder}/%f"`);
    await client.query("ALTER SYSTEM SET archive_mode = 'on'");
    await client.query(`ALTER SYSTEM SET archive_command = ${command}`);
    await client.end();
    await archive.stopServer();
    await archive.startServer();
    return archive;
  }

  /** Copies the server's files while it writes them; the log written meanwhile makes the copy consistent. */
  async takeBaseBackup(): Promise<void> {
    rmSync(this.backup, { recursive: true, force: true });
    const client = await connected(this.place.stack.env);
    try {
      await client.query("SELECT pg_backup_start('drill', true)");
      await this.copy(this.dataDir, this.backup);
      // Waits until the log up to here is archived.
      const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
      this.write("backup_label", rows[0]?.labelfile ?? "");
    } finally {
      await client.end();
    }
  }

  /** Returns the server's own time, as the moment to restore to. */
  async moment(): Promise<string> {
    const client = await connected(this.place.stack.env);
    try {
      const { rows } = await client.query<{ moment: string }>("SELECT clock_timestamp()::text AS moment");
      return rows[0]?.moment ?? "";
    } finally {
      await client.end();
    }
  }

  /** Stops the server properly, which archives the rest of the log. */
  async stopServer(): Promise<void> {
    await this.place.running.postgres.stop();
  }

  /** Replaces the server's files by the base backup and replays the log up to the moment. */
  async restoreTo(moment: string): Promise<void> {
    const restore = { command: `cp "${this.folder}/%f" "%p"`, target: moment };
    this.write("recovery.signal", "");
    appendFileSync(
      join(this.backup, "postgresql.auto.conf"),
      [
        `restore_command = '${restore.command.replaceAll("'", "''")}'`,
        `recovery_target_time = '${restore.target}'`,
        "recovery_target_action = 'promote'\n",
      ].join("\n"),
    );
    rmSync(this.dataDir, { recursive: true });
    renameSync(this.backup, this.dataDir);
    await this.startServer();
    const client = await connected(this.place.stack.env);
    const { rows } = await client.query<{ recovering: boolean }>("SELECT pg_is_in_recovery() AS recovering");
    await client.end();
    if (rows[0]?.recovering) throw new Error(`the server did not end its recovery at ${moment}`);
  }

  /** How many segments of the log the archive holds. */
  get segments(): number {
    return readdirSync(this.folder).length;
  }

  private async startServer(): Promise<void> {
    this.place.running.postgres = await this.place.stack.start("postgres");
  }

  private write(name: string, text: string): void {
    const file = join(this.backup, name);
    writeFileSync(file, text);
    this.giveToServer(file);
  }

  private giveToServer(path: string): void {
    const { uid, gid } = statSync(this.dataDir);
    chownSync(path, uid, gid);
  }

  private async copy(from: string, to: string): Promise<void> {
    const { uid, gid } = statSync(this.dataDir);
    await mkdir(to, { mode: 0o700 });
    await chown(to, uid, gid);
    for (const entry of await readdir(from, { withFileTypes: true }).catch(ifGone([]))) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) {
        if (LEFT_EMPTY.includes(entry.name)) await mkdir(target, { mode: 0o700 });
        else await this.copy(source, target);
      } else if (!OMITTED.includes(entry.name)) await copyFile(source, target).catch(ifGone(undefined));
      await chown(target, uid, gid).catch(ifGone(undefined));
    }
  }
}

/** A file of a table that was dropped meanwhile is no error: the log covers it. */
function ifGone<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== "ENOENT") throw error;
    return otherwise;
  };
}
