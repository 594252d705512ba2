import { createServer } from "node:http";
import { createDatabase, startPostgres } from "./embedded-postgres";

/**
 * PostgreSQL as a child process of the demo: `postgres-server.ts <dataDir> <port> <readyPort> [flags]`. It answers on
 * readyPort when it is ready; the flags are the server's own. The password is passed by the environment, because every user can see arguments.
 */
const [dataDir = "", port = "0", readyPort = "0", ...flags] = process.argv.slice(2);
const password = process.env.EMBEDDED_POSTGRES_PASSWORD;
const onLog = (text: string) => void process.stdout.write(text);
const server = await startPostgres(dataDir, Number(port), { password, flags, onLog });
await createDatabase(server.url("postgres"), "einzug");
const ready = createServer((_request, response) => response.end("ok")).listen(Number(readyPort), "127.0.0.1");

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  ready.close();
  await server.stop();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
