import { Hono } from "hono";
import { expect, test } from "vitest";
import { createEventStreams } from "../../src/http/event-streams.ts";
import type { HostEnv } from "../../src/http/host-env.ts";

/** An app with a stream of one event that then waits, for a user whose session a test can end. */
function openStreams(options: { most?: number; everyMs?: number }) {
  const session = { isThere: true };
  const signals: AbortSignal[] = [];
  const streams = createEventStreams(options);
  const app = new Hono<HostEnv>()
    .use(async (c, next) => {
      const principal = { id: 7, role: "user", email: "ann@example.org" } as const;
      c.set("principal", principal);
      c.set("gate", {
        count: async () => {},
        async authenticate() {
          if (!session.isThere) throw new Error("the session has ended");
          return principal;
        },
      });
      return next();
    })
    .onError((error, c) => c.text(error.message, 409))
    .get("/", (c) =>
      streams.send(c, async function* (signal) {
        signals.push(signal);
        yield { number: signals.length };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }),
    );
  return { app, session, signals };
}

test("a stream has its events as JSON, and ends with the session", async () => {
  const { app, session } = openStreams({ everyMs: 10 });
  const answer = await app.request("/");
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  session.isThere = false;
  expect(await answer.text()).toContain('data: {"number":1}\n\n');
});

test("a stream whose client goes is ended, and counts no longer", async () => {
  const { app, signals } = openStreams({ most: 1 });
  const first = await app.request("/");
  const second = await app.request("/");
  expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("1 streams")]);
  await first.body?.cancel();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  await expect.poll(async () => (await app.request("/")).status).toBe(200);
});
