import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Installation, withInstallation } from "./crashes/installation";
import { tallyOf } from "./oracle/oracle";
import { WalArchive } from "./restores/wal-archive";
import type { Proof } from "./tally";

const SUPPLIERS = 4;
/** Work that is not done within this time counts as never done. */
const SETTLE_MS = 120_000;

interface Round {
  /** Whether the operator runs `npm run after-restore` before web and worker start. */
  hasCommand: boolean;
  /** How many days pass between the moment and the restore. */
  days: number;
}

const ROUNDS: Round[] = [
  { hasCommand: true, days: 0 },
  { hasCommand: false, days: 0 },
  { hasCommand: true, days: 20 },
  { hasCommand: false, days: 20 },
];

/**
 * The restore drill: a running installation whose write-ahead log is archived loses its database. It is started again
 * on a base backup and the archive up to an earlier moment, as docs/operations.md describes. Then all work is done, and
 * the twins' ledgers are compared with what people did. Runs with and without the command that imports what was lost.
 */
export const proveByRestores: Proof = async (_options, keep) => {
  await withInstallation({ name: "restore", suppliers: SUPPLIERS }, async (place) => {
    const archive = await WalArchive.begin(place);
    const { RestoreLife } = await import("./restores/restore-life");
    const life = new RestoreLife(place);
    const told = new Set<string>();
    for (const round of ROUNDS) {
      console.log(`· ${round.hasCommand ? "with" : "without"} the command, after ${round.days} days`);
      await life.beforeMoment();
      let isTaken = false;
      const backup = archive.takeBaseBackup().finally(() => {
        isTaken = true;
      });
      await Promise.all([backup, life.writeUntil(() => isTaken)]);
      await life.untilQuiet();
      await life.writeInPassing();
      const moment = await archive.moment();
      await life.afterMoment();
      if (round.days > 0) await life.untilBooked(round.days);
      await life.writeInPassing();
      for (const name of ["web", "worker"] as const) await place.running[name].stop();
      await archive.stopServer();
      console.log(`  ${archive.segments} segments in the archive; back to ${moment}`);
      await archive.restoreTo(moment);
      await life.restored(moment);
      const { countUnknown } = await import("./crashes/whole-oracle");
      const forgotten = await countUnknown(place);
      if (!(await runCommand(place, "db:deploy"))) throw new Error("the migrations did not go through");
      if (round.hasCommand) await runCommand(place, "after-restore");
      for (const name of ["web", "worker"] as const) place.running[name] = await place.stack.start(name);
      await life.touchAll();
      await life.signLate();
      const { settleAll } = await import("./crashes/whole-oracle");
      const { findings, signIns, mailsAgain } = await settleAll(place, life.people.story, SETTLE_MS);
      const news = findings.filter(({ text }) => !told.has(text));
      for (const { kind, text } of news) {
        told.add(text);
        console.log(`  ${kind}: ${text}`);
      }
      console.log(`  ${forgotten} debits forgotten, ${signIns} sign-ins lost`);
      keep({
        "mails again after a restore": mailsAgain,
        restores: 1,
        "debits forgotten": forgotten,
        "sign-ins lost": signIns,
        ...tallyOf(news),
      });
    }
  });
};

/**
 * Runs the command as an operator would, with the installation's environment.
 *
 * @returns false if it ended with 1: `after-restore` names suppliers whose vendor did not answer; the others are
 * unaffected
 */
async function runCommand({ stack }: Installation, name: string): Promise<boolean> {
  const env = { ...process.env, ...stack.env, LOG_LEVEL: "silent" };
  const run = promisify(execFile)("npm", ["run", "--silent", name], { env });
  const { stdout, stderr, code } = await run.then(
    (output) => ({ ...output, code: 0 }),
    (failure: { stdout: string; stderr: string; code: number }) => failure,
  );
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "");
  console.log(`  npm run ${name}: ${lines.join("\n    ")}`);
  if (code > 1) throw new Error(`npm run ${name} ended with ${code}`);
  return code === 0;
}
