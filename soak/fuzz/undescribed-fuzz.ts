import type { Luck } from "./luck";
import type { FuzzTarget, Shot } from "./route-fuzz";
import { NASTY } from "./schema-values";
import { encoded, strangeBody, strangeHead, strangeQuery } from "./strange-input";
import { deliveriesOf } from "./webhook-fuzz";

/** What the description does not tell of: pages, files, webhooks and the sign-in's own calls. */
export function otherShots(
  { path, isHandler }: { path: string; isHandler: boolean },
  target: FuzzTarget,
  luck: Luck,
  rounds: number,
): Shot[] {
  const filled = () =>
    path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, (_all, name: string) =>
      luck.of([...(target.ids[name] ?? []), ...NASTY.filter((one) => one.length < 400).map(encoded)]),
    );
  const provider = /^\/api\/webhooks\/(\w+)$/.exec(path)?.[1];
  const shots: Shot[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const query = `?${strangeQuery(QUERY, luck)}`;
    if (provider) shots.push(...deliveriesOf(path, provider, target, luck));
    else if (path.startsWith("/api/[[...") || path.startsWith("/api/v1/openapi"))
      shots.push({ method: luck.of(["GET", "POST", "DELETE"]), path: filled(), headers: strangeHead(luck) });
    else if (isHandler) for (const method of METHODS) shots.push(handlerShot(method, filled() + query, target, luck));
    else shots.push({ method: "GET", path: filled() + query, headers: {} });
  }
  return shots;
}

/** Which of them a handler has is nowhere told outside of it; of one that it has not the answer is 405. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** What the upload takes, else it would be turned away before its body is looked at. */
const SOUND = ["kind=open_items&name=a.csv", "kind=debtors&name=b.csv"];

/** From our own pages, or from elsewhere, with a body of whatever form. */
function handlerShot(method: string, path: string, { app }: FuzzTarget, luck: Luck): Shot {
  const shot = { method, path: luck.of([path, `${path.split("?")[0]}?${luck.of(SOUND)}`]), headers: strangeHead(luck) };
  if (method === "GET") return shot;
  if (luck.of([true, true, false])) shot.headers.origin = app;
  return luck.of([true, false]) ? strangeBody(shot, luck) : { ...shot, body: luck.of(LISTS) };
}

/** Lists as other programs write them, or nearly. */
const LISTS = [
  "Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo\r\n10042;RE-1;01.09.2026;15.09.2026;119,00\r\n",
  "Konto;;;\n;;;\n",
  `"EXTF";700;16;"Debitoren/Kreditoren";5\n"Konto";"Name"\n10001;"${'"'.repeat(999)}`,
  ";".repeat(50_000),
  "\u0000\u0000",
];

/** What pages are asked for in their address. */
const QUERY = ["search", "status", "filter", "sort", "after", "before", "token", "jwtToken", "path", "from", "id"];
