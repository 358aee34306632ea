import { createFaults, serveRequests } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";

describe("the faults of a simulator", () => {
  test("hit as often as their options say, and only the call or the person that these name", () => {
    const { fault, take } = createFaults();
    const limit = fault("rate-limit", { method: "send", times: 2 });
    expect(take("rate-limit", "type")).toBeUndefined();
    expect(take("server-error", "send")).toBeUndefined();
    expect(take("rate-limit", "send")).toEqual({ method: "send", times: 2 });
    expect(take("rate-limit", "send")).toBeDefined();
    expect(take("rate-limit", "send")).toBeUndefined();
    expect(limit.hits).toBe(2);

    const refused = fault("refused-user", { user: "ann" });
    expect(take("refused-user", "send", "bob")).toBeUndefined();
    expect(take("refused-user", "send", "ann")).toBeDefined();
    expect(take("refused-user", "send", "ann")).toBeDefined();
    refused.end();
    expect(take("refused-user", "send", "ann")).toBeUndefined();
  });

  test("lie on the way of a request, before or after it has an effect", async () => {
    const { fault, withTransportFaults } = createFaults();
    const effects: string[] = [];
    await using server = await serveRequests((request) =>
      withTransportFaults("send", async () => {
        effects.push(await request.text());
        return Response.json({ id: effects.length }, { status: 201 });
      }),
    );
    const send = (body: string): Promise<Response> =>
      fetch(`${server.url}/send`, { method: "POST", body });
    const fine = await send("fine");
    expect([fine.status, await fine.json()]).toEqual([201, { id: 1 }]);

    fault("drop-connection");
    await expect(send("dropped")).rejects.toThrow("fetch failed");
    fault("lost-reply", { method: "send" });
    await expect(send("lost")).rejects.toThrow("fetch failed");
    fault("garbled");
    await expect((await send("garbled")).json()).rejects.toThrow(SyntaxError);
    const slow = fault("slow", { ms: 10 });
    expect((await send("slow")).status).toBe(201);
    expect(slow.hits).toBe(1);
    expect(effects).toEqual(["fine", "lost", "garbled", "slow"]);
  });

  test("are no mistakes of the simulator, which it tells", async () => {
    await using server = await serveRequests(() => Promise.reject(new Error("not written yet")));
    const answer = await fetch(server.url);
    expect([answer.status, await answer.text()]).toEqual([500, "Error: not written yet"]);
  });
});
