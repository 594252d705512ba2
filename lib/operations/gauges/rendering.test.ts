import { expect, test } from "vitest";
import { renderGauges } from "./rendering";

test("gauges are written in the format that Prometheus reads", () => {
  const samples = [
    { labels: { queue: "inbox.drain", state: "failed" }, value: 2 },
    { labels: { queue: 'a "b"\\\n', state: "created" }, value: 0.12345 },
  ];
  const bare = { name: "einzug_bare", help: "Bare.", samples: [{ labels: {}, value: 0 }] };
  expect(renderGauges([{ name: "einzug_jobs", help: "Jobs.", samples }, bare])).toBe(
    [
      "# HELP einzug_jobs Jobs.",
      "# TYPE einzug_jobs gauge",
      'einzug_jobs{queue="inbox.drain",state="failed"} 2',
      'einzug_jobs{queue="a \\"b\\"\\\\\\n",state="created"} 0.123',
      "# HELP einzug_bare Bare.",
      "# TYPE einzug_bare gauge",
      "einzug_bare 0",
      "",
    ].join("\n"),
  );
});
