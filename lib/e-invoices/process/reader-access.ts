import { type ChildProcess, fork } from "node:child_process";
import type { ReaderAnswer, ReaderTask } from "./types";
import { usageOf } from "./usage-data";

export interface ReaderLimits {
  /** Processor time for one file. It does not run while other processes keep this one waiting. */
  cpuMs: number;
  /** Time on the clock for one file. */
  wallMs: number;
  /** Resident memory of the process, measured while it reads. */
  rssBytes: number;
  /** After a file, a process with more resident memory is replaced: WebAssembly returns none. */
  retireRssBytes: number;
  startMs: number;
}

export interface ReaderCommand {
  path: string;
  execArgv: string[];
}

const CHECK_MS = 20;

type Result = Extract<ReaderAnswer, { result: unknown }>["result"];

/** A process that reads files, one at a time. It ends if a file exceeds a limit. */
export class Reader {
  /** False after the process has ended or grown. */
  isUsable = true;

  private constructor(
    private readonly child: ChildProcess,
    private readonly limits: ReaderLimits,
  ) {
    child.on("error", () => this.stop()).on("exit", () => this.stop());
  }

  /** Starts a process and waits until it can read. Rejects if it cannot start, for which no file is to blame. */
  static start(command: ReaderCommand, limits: ReaderLimits): Promise<Reader> {
    const child = fork(command.path, [], {
      execArgv: command.execArgv,
      // No settings and no secrets: what reads strangers' files has none to lose.
      env: { NODE_ENV: "production" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-2_000);
    });
    return new Promise((resolve, reject) => {
      const fail = (text: string) => {
        clearTimeout(timer);
        child.kill("SIGKILL");
        reject(new Error(`e-invoice reader: ${text} ${complaint}`));
      };
      const timer = setTimeout(() => fail("process did not start in time"), limits.startMs);
      child.once("error", (error) => fail(error.message));
      child.once("exit", (code, signal) => fail(`process ended at its start (${signal ?? code})`));
      child.once("message", () => {
        clearTimeout(timer);
        // Its error output is not read after the start, and the open pipe would keep our own process from ending.
        child.stderr?.destroy();
        child.removeAllListeners("error").removeAllListeners("exit");
        resolve(new Reader(child, limits));
      });
    });
  }

  /** Gives the process a task, and returns its result; undefined if the process ends at it, or exceeds a limit. */
  run(task: ReaderTask): Promise<Result | undefined> {
    const { child, limits } = this;
    this.hold();
    const before = this.usage()?.cpuMs ?? 0;
    return new Promise((resolve) => {
      const finish = (result: Result | undefined, isUsable: boolean) => {
        clearInterval(check);
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit);
        if (isUsable) this.release();
        else this.stop();
        resolve(result);
      };
      const stopped = () => finish(undefined, false);
      const onMessage = (answer: ReaderAnswer) => {
        if ("result" in answer) finish(answer.result, answer.rssBytes < limits.retireRssBytes);
      };
      const onExit = () => stopped();
      const check = setInterval(() => {
        const usage = this.usage();
        if (usage && (usage.rssBytes > limits.rssBytes || usage.cpuMs - before > limits.cpuMs)) stopped();
      }, CHECK_MS);
      const timer = setTimeout(stopped, limits.wallMs);
      child.on("message", onMessage).on("exit", onExit);
      child.send(task, (error) => error && stopped());
    });
  }

  /** Ends the process at once. */
  stop(): void {
    this.isUsable = false;
    this.child.kill("SIGKILL");
  }

  /** Lets our own process end while this one waits for files. */
  private release(): void {
    this.child.unref();
    this.child.channel?.unref();
  }

  private hold(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  private usage() {
    return this.child.pid === undefined ? undefined : usageOf(this.child.pid);
  }
}
