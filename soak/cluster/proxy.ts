import { readFileSync } from "node:fs";

/** Our own configuration (docker/haproxy.cfg), with addresses in place of the names that Docker resolves. */
export function proxyConfig(port: number, webs: number[]): string {
  const servers = webs.map((web) => `  server web${web} 127.0.0.1:${web}`).join("\n");
  return readFileSync("docker/haproxy.cfg", "utf8")
    .replace(/resolvers docker\n( {2}.*\n)+/, "")
    .replace("bind :3000", `bind 127.0.0.1:${port}`)
    .replace(/ {2}server-template .*/g, servers);
}
