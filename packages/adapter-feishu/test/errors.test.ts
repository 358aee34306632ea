import { describe, expect, test } from "vitest";
import { handshakeRefusal, refusal } from "../src/api/errors.ts";

const redact = (text: string): string => text;

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return refusal("call", { status, body, headers: new Headers(headers) }, redact);
}

describe("refusal", () => {
  test.each([
    [230001, "PLATFORM_BAD_REQUEST"],
    [230025, "PLATFORM_BAD_REQUEST"],
    [230055, "PLATFORM_BAD_REQUEST"],
    [230099, "PLATFORM_BAD_REQUEST"],
    [234043, "PLATFORM_BAD_REQUEST"],
    [230002, "PLATFORM_FORBIDDEN"],
    [230006, "PLATFORM_FORBIDDEN"],
    [230013, "PLATFORM_FORBIDDEN"],
    [230027, "PLATFORM_FORBIDDEN"],
    [99991662, "PLATFORM_FORBIDDEN"],
    [99991672, "PLATFORM_FORBIDDEN"],
    [230011, "PLATFORM_NOT_FOUND"],
    [230110, "PLATFORM_NOT_FOUND"],
    [231003, "PLATFORM_NOT_FOUND"],
    [230020, "PLATFORM_RATE_LIMITED"],
    [99991400, "PLATFORM_RATE_LIMITED"],
    [10014, "PLATFORM_UNAUTHORIZED"],
    [99991543, "PLATFORM_UNAUTHORIZED"],
    [99991661, "PLATFORM_UNAUTHORIZED"],
    [99991663, "PLATFORM_UNAUTHORIZED"],
    [99991671, "PLATFORM_UNAUTHORIZED"],
  ])("%i is %s, whatever the status", (number, code) => {
    for (const status of [200, 400]) {
      const error = answer(status, { code: number, msg: "no" });
      expect(error).toMatchObject({ code, platformCode: String(number) });
    }
  });

  test.each([99991672, 230027])("%i, a missing permission, says what to do", (number) => {
    const { message } = answer(400, { code: number, msg: "Access denied" });
    expect(message).toContain("Grant the app this permission");
    expect(message).toContain("publish a version");
    expect(answer(400, { code: 230013 }).message).not.toContain("publish");
  });

  test("without the platform's word the status counts, and a success is none", () => {
    expect(answer(429, "slow down")).toMatchObject({ code: "PLATFORM_RATE_LIMITED" });
    expect(answer(404, "404 page not found")).toMatchObject({ code: "PLATFORM_NOT_FOUND" });
    expect(answer(502, undefined)).toMatchObject({ code: "PLATFORM_UNAVAILABLE" });
    // A proxy's, not Feishu's.
    for (const status of [401, 403]) {
      expect(answer(status, "<html>")).toMatchObject({ code: "PLATFORM_UNAVAILABLE" });
    }
    expect(answer(200, "<html>")).toMatchObject({ code: "NETWORK_BAD_ANSWER" });
  });

  test.each([
    [{ "retry-after": "3" }, 3],
    [{ "x-ogw-ratelimit-reset": "2" }, 2],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{}, undefined],
  ])("a rate limit may say how long: %o", (headers, retryAfter) => {
    const error = answer(400, { code: 230020 }, headers);
    expect("retryAfter" in error ? error.retryAfter : undefined).toBe(retryAfter);
  });
});

test("only of a call that may be delivered twice is the delivery unknown", () => {
  const answered = { status: 200, body: "<html>", headers: new Headers() };
  expect(refusal("im.v1.message.create", answered, redact, true)).toMatchObject({
    deliveryUnknown: true,
  });
  expect(refusal("tenant_access_token", answered, redact)).toMatchObject({
    deliveryUnknown: false,
    message: expect.not.stringContaining("delivered"),
  });
});

test("an answer to a handshake without the platform's headers is another's", () => {
  expect(handshakeRefusal(() => "", redact)).toBeUndefined();
  expect(handshakeRefusal(() => "no number", redact)).toBeUndefined();
});
