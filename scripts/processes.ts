import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

export interface Child {
  name: string;
  pid: number;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  /** Freezes the process, or lets it resume. */
  hold(isHeld: boolean): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const STOP_MS = 25_000;

/**
 * Starts a long-running child with its output in `<logDir>/<name>.log`. It has a process group of its own, so that
 * Ctrl-C reaches only this process, which stops everything in order. If this process is killed, the child notices (IPC)
 * and ends.
 *
 * @param folder where it runs; by default here
 */
export function startChild(
  name: string,
  args: string[],
  env: Record<string, string>,
  logDir: string,
  folder?: string,
): Child {
  const child = spawn(process.execPath, ["--import", "./scripts/leave-with-parent.mjs", ...args], {
    env: { ...process.env, ...env, EINZUG_PROCESS: name, EINZUG_PARENT: String(process.pid) },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  return asChild(name, logDir, child);
}

/** Starts another program in the same way, but it does not notice the end of this process. */
export function startProgram(name: string, [program = "", ...args]: string[], logDir: string): Child {
  return asChild(name, logDir, spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true }));
}

function asChild(name: string, logDir: string, child: ChildProcess): Child {
  mkdirSync(logDir, { recursive: true });
  const output = createWriteStream(join(logDir, `${name}.log`), { flags: "a" });
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return {
    ...{ name, pid: child.pid ?? 0, ended },
    hold: (isHeld) => void child.kill(isHeld ? "SIGSTOP" : "SIGCONT"),
    stop: (signal = "SIGTERM") => stopChild(child, ended, signal),
  };
}

async function stopChild(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/**
 * Runs a command of Node.js to its end.
 *
 * @param folder where it runs; without it, in this process's own
 * @returns the end of its output
 * @throws Error with the end of its output, if it ends with another code than 0
 */
export async function run(args: string[], env: Record<string, string>, folder?: string): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const code = await new Promise<number | null>((resolve) => child.once("exit", (exit) => resolve(exit)));
  if (code !== 0) throw new Error(`${args.slice(0, 3).join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** @throws Error naming the port if something else listens on it, because its answers would be mistaken for ours */
export async function assertFree(port: number): Promise<void> {
  if (await isListening(port))
    throw new Error(`Port ${port} is in use. Stop the other process, or set PORT and SANDBOX_PORT.`);
}

/** True if something on this machine accepts connections on a port. */
export async function isListening(port: number): Promise<boolean> {
  return await new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Waits until `url` answers 200; fails if the child behind it ends before. */
export async function waitFor(url: string, child: Child, limitMs: number, logDir: string): Promise<void> {
  const startedAt = Date.now();
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (Date.now() - startedAt < limitMs) {
    if (hasEnded) throw new Error(`${child.name} ended early:\n${lastLines(join(logDir, `${child.name}.log`))}`);
    const isUp = await fetch(url, { signal: AbortSignal.timeout(3_000) })
      .then((response) => response.ok)
      .catch(() => false);
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(
    `${child.name} was not ready after ${limitMs / 1000} s:\n${lastLines(join(logDir, `${child.name}.log`))}`,
  );
}

function lastLines(file: string): string {
  try {
    statSync(file);
    return readFileSync(file, "utf8").split("\n").slice(-15).join("\n");
  } catch {
    return "(no output)";
  }
}
