import {
  createBot,
  createMemoryJournal,
  InfrastructureError,
  type ImageItem,
  type Journal,
  type JournalEntry,
  type MediaItem,
  type PluginMeta,
  readRun,
} from "@botwright/core";
import { expect, test } from "vitest";
import { pass, plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

const SIZE_UNKNOWN: ImageItem = {
  thumb_width: 0,
  thumb_height: 0,
  mid_size: 0,
  media: { encrypt_query_param: "photo" },
};
const photo = (id = "9") => incoming({ id, type: "image", text: "", image: SIZE_UNKNOWN });

/** A platform whose link to the photo works a number of times, with other bytes each time. */
function expiring({ times = 1 }: { readonly times?: number } = {}) {
  let downloads = 0;
  const platform = fakePlatform({
    methods: {
      async download(item: MediaItem) {
        downloads += 1;
        if (downloads > times) throw new Error("the link has expired");
        return { bytes: new Uint8Array(300).fill(downloads), item: { ...item, mid_size: 300 } };
      },
    },
  });
  return {
    bot: createBot(platform.adapter),
    sent: platform.sent,
    downloads: () => downloads,
    renew: () => void (times = Infinity),
  };
}

/** Answers with what it was given, after an effect; ends as a process does while it is `dying`. */
function describes(process: { isDying: boolean }, slug = "describes") {
  return {
    ...plugin(slug, async ({ bot, msg, mediaBuffer, storage }) => {
      const seen = `${mediaBuffer?.length ?? "no"} bytes of ${mediaBuffer?.[0] ?? "nothing"}`;
      await storage.set("seen", seen);
      if (process.isDying) throw new InfrastructureError("the process dies");
      await bot.reply(msg, `${seen}, ${msg.image?.mid_size ?? "no"} in the message`);
      return { handled: true };
    }),
    version: "1",
  };
}

/** A journal, and what was written to it. */
function noted(): { readonly journal: Journal; readonly written: JournalEntry[] } {
  const memory = createMemoryJournal();
  const written: JournalEntry[] = [];
  return {
    written,
    journal: {
      ...memory,
      async write(entries) {
        written.push(...entries);
        await memory.write(entries);
      },
    },
  };
}

const isDownload = ({ operation }: JournalEntry): boolean => operation === "bot.downloadImage";

test("a run that goes on in another process has the medium that it was begun with", async () => {
  const process = { isDying: true };
  const { bot, sent, downloads } = expiring();
  const { journal } = noted();
  const { dispatcher } = setUp([describes(process)], { bot, journal });
  await expect(dispatcher.dispatch(photo())).rejects.toThrow("the process dies");
  process.isDying = false;
  const { runs } = await dispatcher.dispatch(photo());
  expect(runs).toMatchObject([{ status: "handled" }]);
  expect(sent).toEqual(["1001 1001:7 300 bytes of 1, 300 in the message"]);
  expect(downloads()).toBe(1);
});

test("so has each other plugin of the message, and the bytes are written once", async () => {
  const process = { isDying: false };
  const { bot, sent } = expiring();
  const seen: unknown[] = [];
  const looks = plugin("looks", async ({ mediaBuffer, msg, storage }) => {
    // A run that has asked for something is in the journal, and begins again before the others.
    await storage.get("seen");
    seen.push([Buffer.isBuffer(mediaBuffer), mediaBuffer?.length, msg.image?.mid_size]);
    return { handled: false };
  });
  const notes = plugin("notes", async ({ storage }) => {
    await storage.set("noted", true);
    return { handled: false };
  });
  const { journal, written } = noted();
  const { dispatcher } = setUp([looks, notes, describes(process)], { bot, journal });
  process.isDying = true;
  await expect(dispatcher.dispatch(photo())).rejects.toThrow("the process dies");
  process.isDying = false;
  await dispatcher.dispatch(photo());
  expect(seen).toEqual([
    [true, 300, 300],
    [true, 300, 300],
  ]);
  expect(sent).toEqual(["1001 1001:7 300 bytes of 1, 300 in the message"]);
  expect(written.filter(isDownload)).toHaveLength(1);
});

test("a medium that could not be downloaded stays away from a run that was begun without it", async () => {
  const process = { isDying: true };
  const { bot, sent, renew } = expiring({ times: 0 });
  const { journal } = noted();
  const { dispatcher, warnings } = setUp([describes(process)], { bot, journal });
  await expect(dispatcher.dispatch(photo())).rejects.toThrow("the process dies");
  process.isDying = false;
  renew();
  await dispatcher.dispatch(photo());
  expect(sent).toEqual(["1001 1001:7 no bytes of nothing, 0 in the message"]);
  expect(warnings.filter((line) => line.includes("could not be downloaded"))).toHaveLength(1);
});

test("a medium is not written for plugins that only read", async () => {
  const { bot } = expiring({ times: Infinity });
  const reads = plugin("reads", async ({ storage }) => {
    await storage.get("enabled");
    return { handled: false };
  });
  const { journal, written } = noted();
  const { dispatcher } = setUp([plugin("passes", pass), reads], { bot, journal });
  await dispatcher.dispatch(photo());
  expect(written.map(({ callId }) => callId)).toEqual(["1/9/reads"]);
});

test("a message without a medium has no entries of its own, and they are not looked for", async () => {
  const { bot } = expiring();
  const read: string[] = [];
  const { journal, written } = noted();
  const { dispatcher } = setUp([describes({ isDying: false })], {
    bot,
    journal: {
      ...journal,
      async read(callId) {
        read.push(callId);
        return journal.read(callId);
      },
    },
  });
  await dispatcher.dispatch(incoming());
  expect(read).toEqual(["1/9/describes"]);
  expect(new Set(written.map(({ callId }) => callId))).toEqual(new Set(["1/9/describes"]));
});

test("the host calls of a run are its own: the download is none of them", async () => {
  const { bot } = expiring();
  const { journal } = noted();
  const { dispatcher } = setUp([describes({ isDying: false })], { bot, journal });
  await dispatcher.dispatch(photo());
  const { calls } = await readRun(journal, "1/9/describes");
  expect(calls.map(({ operation }) => operation)).toEqual(["storage.set", "bot.reply"]);
});

test("a journal in memory counts media in its bound", async () => {
  const { bot } = expiring({ times: Infinity });
  const journal = createMemoryJournal({ bytes: 20_000 });
  const { dispatcher } = setUp([describes({ isDying: false })], { bot, journal });
  const ids = Array.from({ length: 100 }, (_, number) => `${number}`);
  for (const id of ids) await dispatcher.dispatch(photo(id));
  const media = await Promise.all(ids.map((id) => journal.read(`1/${id}/`)));
  const kept = media.filter((entries) => entries.length > 0).length;
  expect(kept).toBeGreaterThan(0);
  expect(kept * 300).toBeLessThan(20_000);
});

test("a message gets the journal that a function has for it, for its medium and its runs", async () => {
  const journals = new Map<string, ReturnType<typeof createMemoryJournal>>();
  const shows = plugin("shows", async ({ bot, msg, mediaBuffer }) => {
    await bot.reply(msg, String(mediaBuffer?.length));
    return { handled: true };
  });
  const { dispatcher, sent } = setUp([shows], {
    botDbId: 7,
    journal(message) {
      const journal = createMemoryJournal();
      journals.set(JSON.stringify(message), journal);
      return journal;
    },
  });
  for (const id of ["a/1", "a/2"]) await dispatcher.dispatch(photo(id));
  expect(sent).toHaveLength(2);
  expect([...journals.keys()].map((json): unknown => JSON.parse(json))).toEqual([
    { botDbId: 7, messageId: "a/1" },
    { botDbId: 7, messageId: "a/2" },
  ]);
  for (const [index, journal] of [...journals.values()].entries()) {
    expect(await journal.read(`7/a/${index + 1}/`)).toHaveLength(1);
    expect(await journal.read(`7/a/${index + 1}/shows`)).toHaveLength(1);
  }
});

test("a plugin that declares permissions without media does not get the bytes, though it is trusted", async () => {
  const seen: unknown[] = [];
  const look = (slug: string, meta: PluginMeta) =>
    plugin(
      slug,
      ({ mediaBuffer }) => {
        seen.push(mediaBuffer?.length ?? null);
        return { handled: false };
      },
      meta,
    );
  const plugins = [
    look("a-undeclared", {}),
    look("b-without", { permissions: {} }),
    look("c-with", { permissions: { media: true } }),
  ];
  const { dispatcher } = setUp(plugins, { bot: expiring().bot });
  await dispatcher.dispatch(photo());
  expect(seen).toEqual([300, null, 300]);
});

test("a medium that no plugin may have is not downloaded", async () => {
  const { bot, downloads } = expiring();
  const seen: unknown[] = [];
  const looks = (slug: string, meta: PluginMeta) =>
    plugin(
      slug,
      ({ mediaBuffer, msg }) => {
        seen.push([mediaBuffer, msg.image]);
        return { handled: false };
      },
      meta,
    );
  const plugins = [
    looks("one", { permissions: {} }),
    looks("two", { permissions: { media: false } }),
  ];
  await setUp(plugins, { bot, journal: noted().journal }).dispatcher.dispatch(photo());
  await setUp([], { bot }).dispatcher.dispatch(photo());
  expect(seen).toEqual([
    [null, SIZE_UNKNOWN],
    [null, SIZE_UNKNOWN],
  ]);
  expect(downloads()).toBe(0);
});

test("a run that was begun with a medium has it again, though no installed plugin may have one", async () => {
  const process = { isDying: true };
  const { bot, sent, downloads } = expiring();
  const { journal } = noted();
  const former = describes(process);
  await expect(setUp([former], { bot, journal }).dispatcher.dispatch(photo())).rejects.toThrow(
    "the process dies",
  );
  process.isDying = false;
  const updated = { ...plugin("describes", pass, { permissions: {} }), version: "2" };
  const { dispatcher } = setUp([updated], {
    bot,
    journal,
    formerVersion: async () => ({ plugin: former }),
  });
  await dispatcher.dispatch(photo());
  expect(sent).toEqual(["1001 1001:7 300 bytes of 1, 300 in the message"]);
  expect(downloads()).toBe(1);
});
