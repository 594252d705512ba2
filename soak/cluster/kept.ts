import { setTimeout as wait } from "node:timers/promises";
import type { Child } from "../../scripts/processes";

const RESTART_MS = 500;
const LOOK_MS = 20;

/** A process that is started again whenever it ends, as a supervisor does. */
export class Kept {
  private isStopped = false;
  private again: Promise<void> | undefined;

  private constructor(
    readonly name: string,
    private start: () => Child,
    public child: Child,
  ) {
    this.watch();
  }

  static start(name: string, start: () => Child): Kept {
    return new Kept(name, start, start());
  }

  /** Kills the process. It starts again after `downMs`. */
  async kill(downMs = RESTART_MS): Promise<void> {
    const { child } = this;
    this.again = wait(downMs);
    await child.stop("SIGKILL");
  }

  /**
   * Tells the process to end, waits until it has, and starts another one in its place.
   *
   * @returns the exit code; null if it was killed because it did not end
   */
  async replace(start: () => Child): Promise<number | null> {
    const { child } = this;
    this.start = start;
    this.again = Promise.resolve();
    await child.stop();
    while (this.child === child) await wait(LOOK_MS);
    return await child.ended;
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.isStopped = true;
    await this.child.stop(signal);
  }

  private watch(): void {
    void this.child.ended.then(async () => {
      await (this.again ?? wait(RESTART_MS));
      this.again = undefined;
      if (this.isStopped) return;
      this.child = this.start();
      this.watch();
    });
  }
}
