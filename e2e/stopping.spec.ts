import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { startInstallation } from "./support/installation";

/** A rolling update stops one web process after the other, while others take over its requests. */
test.describe("a web process that is told to end", () => {
  test("turns its health red, still answers, finishes what runs, and ends", async () => {
    const place = await startInstallation([], "", { WEB_DRAIN_SECONDS: "3" });
    try {
      // A new process on a loaded machine may need a moment until its database has answered in time.
      const health = async () => (await fetch(`${place.url}/api/health`)).status;
      await expect.poll(health).toBe(200);
      const ending = place.stopWeb();
      await expect.poll(health).toBe(503);
      const page = await fetch(`${place.url}/login`);
      expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
      // A request that is half sent when the process stops to accept others.
      const running = connect(Number(new URL(place.url).port), "localhost");
      running.write("POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
      await expect.poll(() => fetch(`${place.url}/api/health`).catch(() => "refused")).toBe("refused");
      running.write("}");
      const [answer] = (await once(running, "data")) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(await ending).toBe(0);
    } finally {
      await place.stop();
    }
  });
});
