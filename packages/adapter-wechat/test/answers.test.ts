import { serveRequests } from "@botwright/adapter-kit/contract";
import { describeError } from "@botwright/core";
import { expect, test } from "vitest";
import { createApi } from "../src/api.ts";

type Answer = [status: number, body: string, code: string, ends: boolean];

const ended = "PLATFORM_UNAUTHORIZED";

test.each<Answer>([
  [200, "{}", "", false],
  [200, '{"ret":0,"errcode":0,"msgs":[]}', "", false],
  [200, '{"errcode":-14,"errmsg":"session timeout"}', ended, true],
  [200, '{"ret":-14}', ended, true],
  [200, '{"ret":-14,"errcode":-1}', ended, true],
  [200, '{"ret":-1,"errcode":-14}', ended, true],
  [200, '{"errcode":-13}', ended, true],
  [500, '{"errcode":-14}', ended, true],
  [401, '{"ret":-14}', ended, true],
  // Only the server ends a session.
  [401, "<html>", "PLATFORM_UNAVAILABLE", false],
  [403, "", "PLATFORM_FORBIDDEN", false],
  [404, "", "PLATFORM_NOT_FOUND", false],
  [502, "<html>", "PLATFORM_UNAVAILABLE", false],
  [302, "", "PLATFORM_UNAVAILABLE", false],
  [200, '{"ret":-2,"errmsg":"invalid arguments"}', "PLATFORM_BAD_REQUEST", false],
  [200, '{"ret":-2,"errmsg":"prepare failed"}', "PLATFORM_RATE_LIMITED", false],
  [200, '{"ret":-2}', "PLATFORM_RATE_LIMITED", false],
  [200, '{"errcode":-2,"errmsg":"Unknown Error"}', "PLATFORM_RATE_LIMITED", false],
  [200, '{"ret":-3}', "PLATFORM_BAD_REQUEST", false],
  [200, "[]", "NETWORK_BAD_ANSWER", false],
  [200, "", "NETWORK_BAD_ANSWER", false],
  // As many values as thousands of messages have, and more.
  [200, `{"msgs":[${"{},".repeat(45_000)}{}]}`, "", false],
  [200, `{"msgs":[${"{},".repeat(50_000)}{}]}`, "NETWORK_BAD_ANSWER", false],
  [502, `{"msgs":[${"{},".repeat(50_000)}{}]}`, "PLATFORM_UNAVAILABLE", false],
])("HTTP %i with %.60s: %s", async (status, body, code, ends) => {
  let calls = 0;
  await using server = await serveRequests(async () => {
    calls++;
    return new Response(body, { status, headers: { location: "/elsewhere" } });
  });
  let expired = 0;
  const api = createApi({
    baseUrl: `${server.url}/`,
    token: "token",
    requestTimeoutMs: 5000,
    onExpired: () => void expired++,
  });
  const outcome: unknown = await api.call("getupdates", {}).catch((error: unknown) => error);
  expect(outcome instanceof Error ? describeError(outcome).code : "").toBe(code);
  expect(expired).toBe(ends ? 1 : 0);
  expect(calls).toBe(1);
});
