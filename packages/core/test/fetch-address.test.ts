import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isFetchAddress } from "../src/calls/arguments/fetch-address.ts";

test("every URL as its href is an address to fetch", () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
      expect(isFetchAddress(new URL(text).href)).toBe(true);
    }),
  );
  for (const text of [
    "https://user:password@例え.example:8443/a b?c#d",
    "https://[::1]/",
    "HTTPS:/\\a.example",
    "data:text/plain,a",
    "blob:https://a.example/1",
  ]) {
    expect(isFetchAddress(new URL(text).href)).toBe(true);
  }
});

test("what is no href is refused without being parsed", () => {
  const canParse = vi.spyOn(URL, "canParse");
  const long = "中".repeat(1000);
  for (const text of [
    `https://${long}/`,
    `https:${long}`,
    `https:\\\\${long}`,
    ` https://${long}/`,
    `ht\ttps://${long}/`,
    `https://\n${long}/`,
    `https://${"a".repeat(600)}.example/`,
    `wss:/${long}`,
    long,
    "",
    5,
    null,
  ]) {
    expect(isFetchAddress(text)).toBe(false);
  }
  expect(canParse).not.toHaveBeenCalled();
  canParse.mockRestore();
  expect(isFetchAddress("https://")).toBe(false);
});
