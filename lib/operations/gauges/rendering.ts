import type { Gauge } from "./data";

/** Returns gauges in Prometheus' text format, version 0.0.4. */
export function renderGauges(gauges: Gauge[]): string {
  return gauges
    .map(({ name, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        ...samples.map(({ labels, value }) => `${name}${renderLabels(labels)} ${Number(value.toFixed(3))}`),
        "",
      ].join("\n"),
    )
    .join("");
}

function renderLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}
