const THIS_MACHINE = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * Returns the server that a variable names in place of the embedded one. Demo and tests create, fill and drop
 * databases, so the server must not hold data that matters.
 *
 * @returns undefined if the variable is not set
 * @throws Error if the server is not on this machine
 */
export function localDatabase(variable: string): string | undefined {
  const url = process.env[variable];
  if (!url) return undefined;
  const { hostname, searchParams } = new URL(url);
  // pg prefers the host in the query to the one in the address; a host that is a path is a socket.
  const hosts = searchParams.getAll("host");
  const foreign = (hosts.length > 0 && hostname === "" ? hosts : [hostname, ...hosts]).find(
    (host) => !THIS_MACHINE.includes(host) && !host.startsWith("/"),
  );
  if (foreign !== undefined) throw new Error(`${variable} must be on this machine, not on "${foreign}"`);
  return url;
}
