import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** A process of the simulation: what one job does, wherever that leads. */
interface Process {
  isDead: boolean;
}

const processes = new AsyncLocalStorage<Process>();

/**
 * Runs as a process of its own.
 *
 * @returns how it ended; `die` ends it at once, and then it ends with "died"
 */
export function asProcess(run: () => Promise<void>): { ended: Promise<void>; die: () => void } {
  const own: Process = { isDead: false };
  let die = () => {};
  const death = new Promise<never>((_resolve, reject) => {
    die = () => {
      own.isDead = true;
      reject("died");
    };
  });
  return { ended: Promise.race([processes.run(own, run), death]), die };
}

/**
 * From now on the dead get no connection any more: the call at which one died ends some time, and it would go on, later
 * or sooner as the machine is busy. None holds a connection when it dies, for it dies at a call to a vendor.
 *
 * @returns what undoes it
 */
export function keepTheDeadOut(): () => void {
  const { connect } = pg.Pool.prototype;
  function living(this: pg.Pool, ...given: []): unknown {
    return processes.getStore()?.isDead ? new Promise(() => {}) : Reflect.apply(connect, this, given);
  }
  pg.Pool.prototype.connect = living as typeof connect;
  return () => {
    pg.Pool.prototype.connect = connect;
  };
}
