import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkOf, plainIp, providerNetworkOf, UNKNOWN_IP } from "./ip";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.7 ", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:CB00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:4711", "203.0.113.7"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:0:0:0:1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["", UNKNOWN_IP],
  ["unknown", UNKNOWN_IP],
  ["_hidden", UNKNOWN_IP],
  ["203.0.113", UNKNOWN_IP],
  ["3405803783", UNKNOWN_IP],
  ["0xcb.0.113.7", UNKNOWN_IP],
  ["203.0.113.700", UNKNOWN_IP],
  ["2001:db8::1::2", UNKNOWN_IP],
  ["evil.example", UNKNOWN_IP],
])("the address %j is normalised to %s", (text, ip) => {
  expect(plainIp(text)).toBe(ip);
});

describe("the network that counts as one caller", () => {
  test("is the whole /64 of an IPv6 address in every spelling", () => {
    const same = [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:ffff:ffff:ffff:ffff",
      "2001:db8:1:2:3::%eth0",
      "[2001:db8:1:2::7]:80",
    ];
    expect(new Set(same.map(networkOf))).toEqual(new Set(["2001:db8:1:2::/64"]));
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });

  test("is the single address for IPv4, also when it is written as IPv6", () => {
    expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
    expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(networkOf("203.0.113.8")).not.toBe(networkOf("203.0.113.7"));
  });

  test("is the same for every address of a /64, and different outside it", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 8, maxLength: 8 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (all, rest) => {
          const write = (groups: number[]) => plainIp(groups.map((one) => one.toString(16)).join(":"));
          const first = [0x2001, ...all.slice(1)];
          const other = [first[0] ?? 0, (first[1] ?? 0) ^ 1, ...first.slice(2)];
          expect(networkOf(write([...first.slice(0, 4), ...rest]))).toBe(networkOf(write(first)));
          expect(networkOf(write(other))).not.toBe(networkOf(write(first)));
        },
      ),
    );
  });
});

test("the provider's network stays the same when the provider assigns a new address to the line", () => {
  expect(providerNetworkOf("203.0.113.7")).toBe(providerNetworkOf("203.0.4.5"));
  expect(providerNetworkOf("203.0.113.7")).not.toBe(providerNetworkOf("203.1.113.7"));
  expect(providerNetworkOf("2001:db8:1:2::1")).toBe(providerNetworkOf("2001:db8:1:ffff::9"));
  expect(providerNetworkOf("2001:db8::1")).not.toBe(providerNetworkOf("2001:db8:1::1"));
});
