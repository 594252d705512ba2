import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** A process of the simulation: the work of one job and everything it calls. */
interface Process {
  isDead: boolean;
}

const processes = new AsyncLocalStorage<Process>();

/**
 * Runs the function as a simulated process.
 *
 * @returns how the process ended; `die` ends it at once, and then `ended` rejects with "died"
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
 * Gives dead processes no database connection any more. The call at which a process died ends some time later, and the
 * code after it would run sooner or later depending on the machine. A process holds no connection when it dies, because
 * it dies at a call to a vendor.
 *
 * @returns a function that undoes this
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
