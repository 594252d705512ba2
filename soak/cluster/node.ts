import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Child } from "../../scripts/processes";
import { childrenOf, serverPid, tell } from "../crashes/crash-kinds";
import { Kept } from "./kept";

/** One of the servers, with the Patroni that watches it. A dying host kills or freezes both. */
export class DatabaseNode {
  private readonly patroni: Kept;

  constructor(
    readonly name: string,
    readonly at: { sql: number; rest: number },
    private readonly folder: string,
    start: () => Child,
  ) {
    this.patroni = Kept.start(name, start);
  }

  /** Kills the host, which is back after `downMs`. */
  async kill(downMs: number): Promise<void> {
    const pids = this.freeze();
    const killed = this.patroni.kill(downMs);
    for (const pid of pids) tell(pid, "SIGKILL");
    await killed;
  }

  /**
   * Freezes the host: its connections stay open, and nothing comes over them any more.
   *
   * @returns the processes of the server
   */
  freeze(): number[] {
    this.patroni.child.hold(true);
    const server = serverPid(this.folder);
    // First the one that starts the others.
    tell(server, "SIGSTOP");
    const pids = [server, ...childrenOf(server)];
    for (const pid of pids) tell(pid, "SIGSTOP");
    return pids;
  }

  killServer(): void {
    tell(serverPid(this.folder), "SIGKILL");
  }

  /** Stops sending the log to the standbys, without closing their connections. */
  freezeReplication(): void {
    for (const pid of childrenOf(serverPid(this.folder))) if (/walsender/.test(titleOf(pid))) tell(pid, "SIGSTOP");
  }

  async stop(): Promise<void> {
    await this.patroni.stop();
  }
}

/** A server's process names itself for what it does. */
function titleOf(pid: number): string {
  try {
    return readFileSync(join("/proc", String(pid), "cmdline"), "utf8");
  } catch {
    return "";
  }
}
