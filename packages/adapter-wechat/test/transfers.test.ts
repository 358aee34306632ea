import { serve } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { formatKey, normalizeKey, readKey } from "../src/media/reference.ts";
import { arrived, openFixture, sealed, USER } from "./wechat.ts";
import { tap } from "./wiretap.ts";

const bytes = Buffer.from("some bytes");
const HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const OF_HEX = "MGYxZTJkM2M0YjVhNjk3ODg3OTZhNWI0YzNkMmUxZjA=";
const OF_BYTES = "Dx4tPEtaaXiHlqW0w9Lh8A==";

test("keys are read in both forms and written in that of phones", () => {
  const key = Buffer.from(HEX, "hex");
  expect(readKey(OF_HEX)).toStrictEqual(key);
  expect(readKey(OF_BYTES)).toStrictEqual(key);
  expect(formatKey(key)).toBe(OF_HEX);
  expect(normalizeKey(HEX, "other")).toBe(OF_HEX);
  expect(normalizeKey("short", OF_BYTES)).toBe(OF_BYTES);
});

test.each(["", "AAAA", Buffer.from("g".repeat(32)).toString("base64")])(
  "%j is no key, and no error shows it",
  (text) => {
    expect(() => readKey(text)).toThrow(
      expect.objectContaining({
        code: "INVALID_MEDIA_REFERENCE",
        message: "The media item has no usable key: pass the item of a message as it came",
      }),
    );
  },
);

test("media_type tells the kinds apart", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  await adapter.sendImage?.(USER, bytes);
  await adapter.sendVideo?.(USER, bytes);
  await adapter.sendFile?.(USER, bytes, "a.txt");
  await adapter.sendVoice?.(USER, bytes);
  const asked = fixture.wechat.requests().filter(({ call }) => call === "getuploadurl");
  expect(asked.map(({ params }) => params["media_type"])).toEqual([1, 2, 3, 4]);
  expect(fixture.wechat.sent().map(({ shown }) => shown)).toEqual([
    undefined,
    undefined,
    undefined,
    false,
  ]);
});

/** How often a file is put somewhere before it is given up, and why it is. */
test.each<[what: string, answer: object, put: () => Response, puts: number, said: string]>([
  ["there is no address", {}, () => new Response(), 0, "no upload URL"],
  [
    "the address is elsewhere",
    { upload_full_url: "https://example.com/upload" },
    () => new Response(),
    0,
    "outside its own hosts",
  ],
  [
    "the body says why",
    { upload_param: "p" },
    () => new Response("too fat", { status: 413 }),
    1,
    "too fat",
  ],
  ["it is sent elsewhere", { upload_param: "p" }, () => Response.redirect("http://a/b"), 3, "302"],
  [
    "it is taken halfway",
    { upload_param: "p" },
    () => new Response(null, { status: 202, headers: { "x-encrypted-param": "x" } }),
    3,
    "202",
  ],
])("an upload fails when %s", async (_what, answer, put, puts, said) => {
  await using fixture = await openFixture();
  await using server = await tap(undefined, ({ call }) =>
    call === "c2c/upload" ? put() : Response.json(answer),
  );
  const credentials = { ...fixture.session, baseUrl: server.url };
  const there = { apiBase: server.url, cdnBase: `${server.url}/c2c`, credentials };
  const sending = fixture.adapter(there).sendImage?.(USER, bytes);
  await expect(sending).rejects.toThrow(said);
  expect(server.calls.filter(({ call }) => call === "c2c/upload")).toHaveLength(puts);
});

test("the whole address goes before its parameter, without blanks around it", async () => {
  await using fixture = await openFixture();
  await using server = await tap(undefined, ({ call }) => {
    if (call === "getuploadurl") {
      const upload_full_url = ` ${server.url}/there?a=b\n`;
      return Response.json({ upload_full_url, upload_param: "p" });
    }
    return call === "there"
      ? new Response(null, { headers: { "x-encrypted-param": "x" } })
      : Response.json({ message_id: 1 });
  });
  const credentials = { ...fixture.session, baseUrl: server.url };
  const adapter = fixture.adapter({ apiBase: server.url, credentials });
  expect(await adapter.sendImage?.(USER, bytes)).toEqual({ status: "sent", id: "1" });
});

test("a file is sent although the first answer with its address was lost", async () => {
  await using fixture = await openFixture();
  fixture.wechat.fault("lost-reply", { method: "getuploadurl" });
  expect(await fixture.adapter().sendImage?.(USER, bytes)).toMatchObject({ status: "sent" });
  expect(fixture.wechat.sent()).toHaveLength(1);
  expect(fixture.clock.waits).toEqual([1000]);
});

test("nothing is asked of the server for an empty file", async () => {
  await using fixture = await openFixture();
  await expect(fixture.adapter().sendImage?.(USER, Buffer.alloc(0))).rejects.toThrow("0 bytes");
  expect(fixture.wechat.requests()).toEqual([]);
});

test.each(["lost-reply", "server-error", "drop-connection"] as const)(
  "a download is made again after a failure that passes: %s",
  async (fault) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await fixture.wechat.say({ from: USER, voice: { bytes } });
    await arrived(fixture, 1);
    const voice = fixture.received[0]?.message.voice;
    if (voice === undefined) throw new Error("no voice");
    fixture.wechat.fault(fault, { method: "c2c/download" });
    expect(Buffer.from((await adapter.download(voice)).bytes)).toEqual(bytes);
    expect(fixture.clock.waits).toEqual([1000]);
  },
);

test("a download goes no further than 100 MiB, and to no other place", async () => {
  await using fixture = await openFixture();
  const piece = Buffer.alloc(1 << 20);
  await using server = await serve((request, response) => {
    if (request.url?.includes("elsewhere") === true) {
      response.writeHead(302, { location: `${server.url}/c2c/download` }).end();
      return;
    }
    for (let count = 0; count <= 100; count++) response.write(piece);
    response.end();
  });
  const adapter = fixture.adapter({ cdnBase: `${server.url}/c2c` });
  const [more, elsewhere] = [await sealed(fixture, "more"), await sealed(fixture, "elsewhere")];
  await expect(adapter.downloadRaw(more)).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
  await expect(adapter.downloadRaw(elsewhere)).rejects.toMatchObject({ platformCode: "302" });
});
