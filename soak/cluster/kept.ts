import { setTimeout as wait } from "node:timers/promises";
import type { Child } from "../../scripts/processes";

const RESTART_MS = 500;

/** A process that is started again whenever it ends, as a supervisor does. */
export class Kept {
  private isStopped = false;
  private again: Promise<void> | undefined;

  private constructor(
    readonly name: string,
    private readonly start: () => Child,
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
