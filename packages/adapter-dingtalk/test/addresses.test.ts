import { expect, test } from "vitest";
import { downloadAddresses, streamAddress } from "../src/api/addresses.ts";

const REAL = "https://api.dingtalk.com";
const SIMULATED = "http://127.0.0.1:1";
const [secure, plain] = ["https://files.example.org/f?a=b", "http://files.example.org/f?a=b"];

test.each([
  [secure, REAL, [secure]],
  [plain, REAL, [secure, plain]],
  [plain, SIMULATED, [plain]],
  ["file:///etc/passwd", REAL, []],
  ["", REAL, []],
  [7, REAL, []],
])("a file at %s is fetched, by %s, from %j", (url, apiBase, expected) => {
  expect(downloadAddresses(url, apiBase)).toEqual(expected);
});

const wss = "wss://wss-open-connection.dingtalk.com:443/connect";
const ws = "ws://127.0.0.1:1/connect";

test.each([
  [{ endpoint: wss, ticket: "a b+c/d=" }, REAL, `${wss}?ticket=a%20b%2Bc%2Fd%3D`],
  [{ endpoint: ws, ticket: "t" }, REAL, undefined],
  [{ endpoint: ws, ticket: "t" }, SIMULATED, `${ws}?ticket=t`],
  [{ endpoint: "https://example.org", ticket: "t" }, SIMULATED, undefined],
  [{ endpoint: "wss://", ticket: "t" }, REAL, undefined],
  [{ endpoint: wss }, REAL, undefined],
  [{ ticket: "t" }, REAL, undefined],
])("the gateway's %j leads, by %s, to %s", (answer, apiBase, expected) => {
  expect(streamAddress(answer, apiBase)).toBe(expected);
});
