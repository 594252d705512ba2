import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { proxyConfig } from "./proxy";

const HAPROXY = "/usr/sbin/haproxy";
const NEW_PART = "/_next/static/chunks/new.js";

/** Three webs, of which only the first is of the new build, behind the proxy of docker-compose.yml. */
describe.skipIf(!existsSync(HAPROXY))("the proxy, while webs of two builds run", () => {
  const folder = mkdtempSync(join(tmpdir(), "einzug-proxy-"));
  const seen: string[] = [];
  const webs: Server[] = [];
  let proxy: ChildProcess;
  let url = "";
  let isHealthy = true;
  let checks = 0;

  beforeAll(async () => {
    for (const name of ["new", "old 1", "old 2"])
      webs.push(
        createServer((request, response) => {
          const path = request.url ?? "";
          if (path === "/api/health") {
            checks += 1;
            response.statusCode = isHealthy ? 200 : 503;
          } else seen.push(`${name} ${request.method} ${path}`);
          if (path.startsWith("/_next/static/") && name !== "new") response.statusCode = 404;
          if (path === "/gone") response.statusCode = 404;
          response.end(name);
        }),
      );
    const probe = createServer();
    for (const one of [...webs, probe]) await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
    const [port = 0, ...ports] = [probe, ...webs].map((one) => (one.address() as AddressInfo).port);
    await new Promise((done) => probe.close(done));
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, proxyConfig(port, ports));
    proxy = spawn(HAPROXY, ["-f", file], { stdio: "ignore" });
    url = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 20_000 });
  });

  afterAll(() => {
    proxy.kill("SIGKILL");
    for (const web of webs) web.closeAllConnections();
    for (const web of webs) web.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("finds a part of a page that only one web has", async () => {
    for (let times = 0; times < 9; times += 1) expect((await fetch(`${url}${NEW_PART}`)).status).toBe(200);
  });

  test("asks one web only for anything else that is not found", async () => {
    seen.length = 0;
    expect((await fetch(`${url}/gone`)).status).toBe(404);
    expect(seen).toHaveLength(1);
  });

  test("sends a browser to the web whose page it has, and a part is asked for there first", async () => {
    const pages = await Promise.all(Array.from({ length: 6 }, () => fetch(`${url}/app`)));
    const names = await Promise.all(pages.map((page) => page.text()));
    expect(new Set(names).size).toBe(3);
    const page = pages[names.indexOf("new")];
    const cookie = page?.headers.get("set-cookie")?.split(";")[0] ?? "";
    seen.length = 0;
    for (const path of ["/app", NEW_PART, "/app"]) await fetch(`${url}${path}`, { headers: { cookie } });
    expect(seen).toEqual(["new GET /app", `new GET ${NEW_PART}`, "new GET /app"]);
  });

  test("passes the answers of unhealthy webs on, if no web is healthy", async () => {
    isHealthy = false;
    checks = 0;
    await vi.waitFor(() => expect(checks).toBeGreaterThan(2 * webs.length), { timeout: 20_000 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => fetch(`${url}/service-down`)));
    isHealthy = true;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
