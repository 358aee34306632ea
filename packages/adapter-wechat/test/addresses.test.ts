import { describeError } from "@botwright/core";
import { expect, test } from "vitest";
import { type Addresses, createAddresses } from "../src/api/address.ts";

const create = (trustedHosts: string[] = [".qq.com", "wechat.com"]): Addresses =>
  createAddresses({
    apiBase: "http://127.0.0.1:8080/gate",
    cdnBase: "https://novac2c.cdn.weixin.qq.com/c2c/",
    trustedHosts: [...trustedHosts, "http://localhost:9090"],
  });

const refusal = (call: () => unknown): string => {
  try {
    return String(call());
  } catch (error) {
    return describeError(error).code;
  }
};

test("bases keep their path; paths are joined with one slash", () => {
  const { apiBase, cdnBase } = create();
  expect(apiBase).toBe("http://127.0.0.1:8080/gate/");
  expect(cdnBase).toBe("https://novac2c.cdn.weixin.qq.com/c2c");
});

test.each([
  "https://qq.com/x",
  "https://a.b.qq.com/x",
  "https://A.QQ.com/x",
  "https://sub.wechat.com:8443/x",
  "http://127.0.0.1:8080/elsewhere",
  "http://localhost:9090/x",
  " https://a.qq.com/x\n",
])("%j may be called", (url) => {
  expect(create().trusted(url)).toBe(new URL(url.trim()).href);
});

test.each([
  "http://a.qq.com/x",
  "https://badqq.com/x",
  "https://a.qq.com.bad.com/x",
  "https://badwechat.com/x",
  "https://bad.com/a.qq.com",
  "https://a.qq.com@bad.com/x",
  "https://127.0.0.1:8080/x",
  "http://127.0.0.1:8081/x",
  "https://localhost:9090/x",
  "ftp://a.qq.com/x",
  "a.qq.com",
  "",
])("%j may not be called", (url) => {
  expect(refusal(() => create().trusted(url))).toBe("PLATFORM_UNTRUSTED_ADDRESS");
});

test.each([
  ["b.qq.com", "https://b.qq.com/"],
  ["b.qq.com/path?x", "https://b.qq.com/"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/"],
  ["localhost:9090", "http://localhost:9090/"],
  ["bad.com/a.qq.com", "PLATFORM_UNTRUSTED_ADDRESS"],
  ["10.0.0.1", "PLATFORM_UNTRUSTED_ADDRESS"],
])("a login that is sent to %s goes on at %s", (host, expected) => {
  expect(refusal(() => create().redirected(host))).toBe(expected);
});

test.each(["", ".", "ftp://a.com"])("%j is no host to trust", (host) => {
  expect(refusal(() => create([host]))).toBe("INVALID_INPUT");
});
