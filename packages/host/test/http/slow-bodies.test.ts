import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openTestApp, PUBLIC_URL, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Begins a request whose body is read, and comes when it is sent. */
async function begin(user: Client, method: string, path: string, body: object) {
  const reading = Promise.withResolvers<void>();
  const sending = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reading.resolve();
        await sending.promise;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${user.token}`, "content-type": "application/json" };
  const init: RequestInit = { method, headers, body: stream, duplex: "half" };
  const answer = app.http.fetch(new Request(new URL(path, PUBLIC_URL), init), {
    address: "192.0.2.200",
  });
  await reading.promise;
  return async (): Promise<Response> => {
    sending.resolve();
    return answer;
  };
}

const setRole = (id: number, role: string): Promise<Response> =>
  app.admin.send("POST", `/api/admin/users/${id}/role`, { role });

test("an administrator who is none any more when a body has come is refused", async () => {
  const eve = await app.addUser("eve");
  await setRole(eve.id, "admin");
  const send = await begin(eve, "POST", `/api/admin/users/${eve.id}/role`, { role: "admin" });
  await setRole(eve.id, "user");
  expect((await send()).status).toBe(403);
  const session = await eve.send("GET", "/api/auth/get-session");
  expect(await session.json()).toMatchObject({ user: { role: "user" } });
});

test("a user whose session has ended when a body has come is refused", async () => {
  const ann = await app.addUser("ann");
  const send = await begin(ann, "PUT", "/api/credits/warning", { warn_below: 5 });
  await ann.send("POST", "/api/auth/sign-out");
  expect((await send()).status).toBe(401);
});
