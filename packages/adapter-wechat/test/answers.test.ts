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
  // Only the server ends a session or refuses a bot, by a code in the body: these are a proxy's.
  [401, "<html>", "PLATFORM_UNAVAILABLE", false],
  [403, "<html>", "PLATFORM_UNAVAILABLE", false],
  [403, "", "PLATFORM_UNAVAILABLE", false],
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
])("HTTP %i with %.60s: %s", async (status, body, code, ends) => {
  expect(await outcomeOf(status, body)).toEqual({ code, expired: ends ? 1 : 0, calls: 1 });
});

// What is too much of a list is left out, and the rest is an answer.
const [long, longer] = [45_000, 300_000].map((count) => `{"msgs":[${"{},".repeat(count)}{}]}`);
const members = `{${'"a":0,'.repeat(400_000)}"b":0}`;

test.each([
  { what: "a long list", status: 200, body: long, code: "" },
  { what: "a longer list", status: 200, body: longer, code: "" },
  { what: "a longer list", status: 502, body: longer, code: "PLATFORM_UNAVAILABLE" },
  { what: "many members", status: 200, body: members, code: "NETWORK_BAD_ANSWER" },
])("HTTP $status with $what: $code", async ({ status, body = "", code }) => {
  expect(await outcomeOf(status, body)).toEqual({ code, expired: 0, calls: 1 });
});

/** What a call makes of an answer: the code of its error, and how often the session was reported as ended. */
async function outcomeOf(status: number, body: string): Promise<object> {
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
  return { code: outcome instanceof Error ? describeError(outcome).code : "", expired, calls };
}
