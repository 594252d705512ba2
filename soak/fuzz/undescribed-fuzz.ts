import type { Luck } from "./luck";
import type { FuzzTarget, Shot } from "./route-fuzz";
import { NASTY } from "./schema-values";
import { encoded, strangeBody, strangeHead, strangeQuery } from "./strange-input";
import { deliveriesOf } from "./webhook-fuzz";

/** Returns requests to everything without an API description: pages, files, webhooks and the sign-in's own calls. */
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

/** The build does not list a handler's methods; a method it lacks answers 405. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Valid parameters of the upload, which is refused before its body is read without them. */
const SOUND = ["kind=open_items&name=a.csv", "kind=debtors&name=b.csv"];

/** Returns a request from our own pages or from elsewhere, with a body of any form. */
function handlerShot(method: string, path: string, { app }: FuzzTarget, luck: Luck): Shot {
  const shot = { method, path: luck.of([path, `${path.split("?")[0]}?${luck.of(SOUND)}`]), headers: strangeHead(luck) };
  if (method === "GET") return shot;
  if (luck.of([true, true, false])) shot.headers.origin = app;
  return luck.of([true, false]) ? strangeBody(shot, luck) : { ...shot, body: luck.of(LISTS) };
}

/** Lists as other programs write them, valid or almost valid. */
const LISTS = [
  "Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo\r\n10042;RE-1;01.09.2026;15.09.2026;119,00\r\n",
  "Konto;;;\n;;;\n",
  `"EXTF";700;16;"Debitoren/Kreditoren";5\n"Konto";"Name"\n10001;"${'"'.repeat(999)}`,
  ";".repeat(50_000),
  "\u0000\u0000",
];

/** Query parameters that pages read. */
const QUERY = ["search", "status", "filter", "sort", "after", "before", "token", "jwtToken", "path", "from", "id"];
