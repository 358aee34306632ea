import { platformCodeOf } from "@botwright/adapter-kit";
import { serveRequests } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { createLeapClock, openFixture, sealed, USER } from "./wecom.ts";

const token = { access_token: "some-token", expires_in: 7200 };

describe("an answer", () => {
  test("is recognised by its errcode alone, and without one it is a success", async () => {
    await using api = await serveRequests(async ({ url }) =>
      Response.json(url.includes("gettoken") ? token : { errmsg: "invalid user", msgid: "m1" }),
    );
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: api.url });
    expect(await adapter.sendText(USER, "hello")).toEqual({ status: "sent", id: "m1" });
  });

  test.each([
    { type: "application/json", body: { errcode: 40007, errmsg: "ok" }, outcome: "40007" },
    { type: "text/plain; charset=utf-8", body: { errcode: 40007 }, outcome: "40007" },
    { type: "application/octet-stream", body: { errcode: 40007 }, outcome: "a file" },
    { type: "application/json", body: { errcode: 0 }, outcome: "a file" },
    { type: "application/json", body: [40007], outcome: "a file" },
    { type: "text/plain", body: "errcode", outcome: "a file" },
  ])("of media/get, $type $body: $outcome", async ({ type, body, outcome }) => {
    const text = JSON.stringify(body);
    await using api = await serveRequests(async ({ url }) =>
      url.includes("gettoken")
        ? Response.json(token)
        : new Response(text, { headers: { "content-type": type } }),
    );
    await using fixture = await openFixture();
    const reference = await sealed(fixture, "wecom:m1");
    const downloading = fixture.adapter({ apiBase: api.url }).downloadRaw(reference);
    const seen = await downloading.then(
      (bytes) => (Buffer.from(bytes).toString() === text ? "a file" : bytes),
      platformCodeOf,
    );
    expect(seen).toBe(outcome);
  });

  test.each([
    ["PLATFORM_UNAVAILABLE", [-1]],
    ["PLATFORM_UNAUTHORIZED", [40001, 40013, 40014, 41001, 41004, 42001]],
    ["PLATFORM_FORBIDDEN", [48002, 50003, 60011, 60020, 81013, 301_002]],
    ["PLATFORM_NOT_FOUND", [40007, 60111]],
    ["MEDIA_TOO_LARGE", [40006, 40009, 40011, 45001, 830_002]],
    ["PLATFORM_RATE_LIMITED", [45033, 45009]],
    [
      "PLATFORM_BAD_REQUEST",
      [
        40003, 40004, 40005, 40008, 40033, 40056, 40058, 41006, 41011, 44001, 44004, 45002, 45007,
        82001,
      ],
    ],
  ])("is %s for %j", async (code, errcodes) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started({ clock: createLeapClock() });
    for (const errcode of errcodes) {
      using fault = fixture.wecom.fault("refuse", { errcode, method: "message/send", times: 4 });
      const platformCode = String(errcode);
      await expect(adapter.sendText(USER, "hello")).rejects.toMatchObject({ code, platformCode });
      expect(fault.hits).toBeGreaterThan(0);
    }
  });
});
