import { type Ports, placesOf } from "../demo-environment";

/** Replaces the addresses of app and twins by names; `withPlaces` reverses it. */
export function withPlaceholders(text: string, ports: Ports): string {
  let named = text;
  for (const [name, address] of addressesOf(ports)) {
    named = named.replaceAll(address, `{{${name}}}`);
    // The same server under its other name.
    named = named.replaceAll(otherName(address), `{{${name}~}}`);
  }
  return named;
}

/** Returns the text with the addresses of these ports. */
export function withPlaces(text: string, ports: Ports): string {
  let placed = text;
  for (const [name, address] of addressesOf(ports))
    placed = placed.replaceAll(`{{${name}}}`, address).replaceAll(`{{${name}~}}`, otherName(address));
  return placed;
}

function addressesOf(ports: Ports): [string, string][] {
  return Object.entries(placesOf(ports)).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function otherName(address: string): string {
  return address.includes("127.0.0.1")
    ? address.replace("127.0.0.1", "localhost")
    : address.replace("localhost", "127.0.0.1");
}
