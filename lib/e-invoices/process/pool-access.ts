import type { MailParts } from "../mailbox/rules";
import type { ReadResult } from "../reading/types";
import { Reader, type ReaderCommand, type ReaderLimits } from "./reader-access";
import type { ReaderTask } from "./types";

export interface PoolOptions {
  command: () => Promise<ReaderCommand>;
  limits: ReaderLimits;
  /** Processes at the same time. */
  size: number;
  /** An idle process ends after this time. */
  idleMs: number;
}

/** Processes that read files. They start when they are needed, are reused, and are replaced if they end. */
export class ReaderPool {
  private readonly idle: Reader[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: PoolOptions) {}

  /** Reads a file as soon as a process is free. A file at which the process ends, or exceeds a limit, is unreadable. */
  async read(bytes: Uint8Array): Promise<ReadResult> {
    const result = await this.run<ReadResult>({ kind: "file", bytes });
    return result ?? { outcome: "unreadable", reason: "reader_stopped" };
  }

  /** Reads a mail in the same way; undefined for one that is unreadable. */
  async readMail(bytes: Uint8Array): Promise<MailParts | undefined> {
    return (await this.run<MailParts | null>({ kind: "mail", bytes })) ?? undefined;
  }

  private async run<T>(task: ReaderTask): Promise<T | undefined> {
    if (this.busy >= this.options.size) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy++;
    try {
      const reader = this.takeIdle() ?? (await this.start());
      const result = await reader.run(task);
      if (reader.isUsable) this.idle.push(reader);
      return result as T | undefined;
    } finally {
      this.passOn();
    }
  }

  /** Ends all idle processes. */
  stop(): void {
    clearTimeout(this.timer);
    for (const reader of this.idle.splice(0)) reader.stop();
  }

  /** Gives this place to the next file, or frees it. */
  private passOn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy--;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(), this.options.idleMs).unref();
  }

  private async start(): Promise<Reader> {
    return Reader.start(await this.options.command(), this.options.limits);
  }

  private takeIdle(): Reader | undefined {
    for (let reader = this.idle.pop(); reader; reader = this.idle.pop()) if (reader.isUsable) return reader;
    return undefined;
  }
}
