import { listDeadLetters, replayDeadLetters } from "../lib/jobs/recovery/dead-letters";

/**
 * `npm run dead-letters [-- list [queue] | replay [queue]]`: lists or replays jobs that failed permanently, of one
 * queue or of all.
 */
const [what = "list", queue] = process.argv.slice(2);
if (what === "list")
  for (const { queue: name, key, failedAt, message } of await listDeadLetters(queue))
    console.log(`${failedAt?.toISOString()}  ${name}  ${key}  ${message}`);
else if (what === "replay") console.log(`${await replayDeadLetters(queue)} enqueued again`);
else console.error("list or replay?");
process.exit(what === "list" || what === "replay" ? 0 : 2);
