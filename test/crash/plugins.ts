/** What is wrapped around a handler's body. */
const file = (body: string, meta = ""): string =>
  `export const meta = { slug: "crashed"${meta} };
export async function handler(context) {
  const { bot, msg, mediaBuffer, storage, aiService, searchService, getPlatformCreds } = context;
${body}
  return { handled: true };
}`;

/** A picture of one dot. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

const CHAT = '{ model: "m", messages: [{ role: "user", content: msg.text }] }';

/** Plugins that use every operation, alone and side by side; each answers at least once. */
export const PLUGINS: Readonly<Record<string, string>> = {
  "one reply": file(`await bot.reply(msg, "hello");`),
  "three replies": file(`for (const n of [1, 2, 3]) await bot.reply(msg, "reply " + n);`),
  "replies at once": file(`await Promise.all([1, 2, 3].map((n) => bot.reply(msg, "reply " + n)));`),
  "a reply that is not awaited": file(
    `void bot.reply(msg, "first"); await bot.reply(msg, "second");`,
  ),
  "a text of many parts": file(
    `await bot.reply(msg, [1, 2, 3].map((n) => (n + " ").repeat(1500)).join("\\n\\n"));`,
  ),
  "a plain text": file(`await bot.sendText(msg.from, "plain", msg.contextToken);`),
  "two replies to each message": file(
    `for (const n of [1, 2]) await bot.reply(msg, msg.text + " " + n);`,
  ),
  "a voice message": file(`await bot.sendVoice(msg.from, Buffer.from("silk"), msg.contextToken);
  await bot.reply(msg, "said");`),
  "pictures and videos": file(`const picture = Buffer.from("${PICTURE}", "base64");
  await bot.sendImage(msg.from, picture);
  await bot.sendVideo(msg.from, Buffer.from("\\0\\0\\0\\x18ftypisom\\0\\0\\x02\\0isom", "latin1"));
  await bot.reply(msg, "shown");`),
  "a medium":
    file(`const kind = ["Image", "Voice", "File", "Video"].find((name) => msg[name.toLowerCase()]);
  const item = kind && msg[kind.toLowerCase()];
  const bytes = item ? await bot["download" + kind](item) : Buffer.alloc(0);
  const raw = item ? await bot.downloadRaw(item.media.encrypt_query_param) : bytes;
  await bot.reply(msg, [kind, bytes.length, raw.length > 0].join());`),
  "a medium whose link expires":
    file(`const seen = mediaBuffer?.toString("base64").length ?? "nothing";
  const question = { model: "m", messages: [{ role: "user", content: "what is in " + seen }] };
  const { text } = await aiService.callModel(question);
  await bot.reply(msg, text + " after " + seen);`),
  files: file(`const bytes = Buffer.from("content");
  await bot.sendFile(msg.from, bytes, "list.txt");
  await bot.reply(msg, "there");`),
  "typing and a reply": file(`await bot.sendTyping(msg.from);
  await bot.cancelTyping(msg.from);
  await bot.reply(msg, "typed");`),
  "a count": file(`const count = ((await storage.get("count")) ?? 0) + 1;
  await storage.set("count", count);
  await bot.reply(msg, "count " + count);`),
  "a count, atomic": file(`let count;
  do count = await storage.get("count");
  while (!(await storage.compareAndSet("count", count, (count ?? 0) + 1)));
  await bot.reply(msg, "count " + ((count ?? 0) + 1));`),
  "a vote beside others": file(`const votes = (await storage.get("votes")) ?? 0;
  await storage.set("votes", votes + 1);
  await bot.reply(msg, "vote " + (await storage.get("votes")));`),
  "a vote after a paid answer": file(`const votes = (await storage.get("votes")) ?? 0;
  const { text } = await aiService.callModel(${CHAT});
  await storage.set("votes", votes + 1);
  await bot.reply(msg, text + ", vote " + (votes + 1));`),
  "a vote beside a paid answer": file(`const votes = (await storage.get("votes")) ?? 0;
  const asking = aiService.callModel(${CHAT});
  await storage.set("votes", votes + 1);
  await bot.reply(msg, (await asking).text + ", vote " + (votes + 1));`),
  "a vote between other counts": file(`const up = async (key) => {
    const count = (await storage.get(key)) ?? 0;
    await storage.set(key, count + 1);
  };
  await up("before");
  const votes = (await storage.get("votes")) ?? 0;
  await up("between");
  await storage.update("log", (log) => [...(log ?? []), votes]);
  await storage.set("votes", votes + 1);
  await up("after");
  const counts = await Promise.all(["before", "between", "log", "votes", "after"].map((key) => storage.get(key)));
  await bot.reply(msg, JSON.stringify(counts));`),
  "a vote that is not awaited": file(`const votes = (await storage.get("votes")) ?? 0;
  const writing = storage.set("votes", votes + 1);
  const { results } = await searchService.search("weather");
  await writing;
  await bot.reply(msg, results[0].title + ", vote " + (votes + 1));`),
  "keys come and go": file(`await storage.set("a", 1);
  await storage.set("b", 2);
  await storage.delete("a");
  const keys = await storage.keys();
  await storage.clear();
  await bot.reply(msg, keys.join());`),
  "one paid answer": file(`const { text } = await aiService.callModel(${CHAT});
  await bot.reply(msg, text);`),
  "two paid answers at once": file(`const both = await Promise.all([aiService.callModel(${CHAT}),
    aiService.callModel({ model: "m", messages: [] })]);
  await bot.reply(msg, both.map(({ text }) => text).join(" and "));`),
  "a paid answer beside reads": file(`const [{ text }, seen] = await Promise.all([
    aiService.callModel(${CHAT}), storage.get("seen"), aiService.getImageUsageToday()]);
  await storage.set("seen", text);
  await bot.reply(msg, text + " after " + seen);`),
  "what models there are": file(`const [models, info, isFree, quota] = await Promise.all([
    aiService.getModelsByCategory("chat"), aiService.getModelInfo("m"),
    aiService.isFreeModel("m"), aiService.getFreeImageQuota()]);
  await bot.reply(msg, [models.length, info?.model_name, isFree, quota.dailyPerUser].join());`),
  "a search": file(`const { results } = await searchService.search("weather");
  await bot.reply(msg, results[0].title);`),
  "a search that fails": file(
    `const told = await searchService.search("broken").catch(({ code }) => code);
  await bot.reply(msg, told);`,
  ),
  "a fetch": file(`const response = await fetch("https://api.example/number");
  await bot.reply(msg, await response.text());`),
  credentials: file(`const creds = await getPlatformCreds("feishu");
  await bot.reply(msg, creds.app_id);`),
  "chance and time": file(
    `const drawn = [Math.random(), crypto.randomUUID(), Date.now() > 0].join(" ");
  await storage.set("drawn", drawn);
  await bot.reply(msg, drawn.length > 20 ? "drawn" : drawn);
  await bot.reply(msg, (await storage.get("drawn")) === drawn ? "the same" : "another");`,
  ),
  timers: file(`await new Promise((resolve) => setTimeout(resolve, 2));
  await bot.reply(msg, "late");
  const tick = new Promise((resolve) => setTimeout(() => resolve("tick"), 1));
  const first = await Promise.race([tick, storage.get("nothing").then(() => "stored")]);
  await storage.set("first", first);
  await bot.reply(msg, (await storage.get("first")) === first ? "the same" : "another");`),
  "refused calls": file(
    `const code = (promise) => promise.then(() => "done", ({ code }) => code);
  const told = [await code(storage.get(5)), await code(searchService.search("x"))];
  await bot.reply(msg, told.join());`,
    `, permissions: { hosts: [] }`,
  ),
  "a failure after a reply": file(`await bot.reply(msg, "half"); throw new Error("broken");`),
};
