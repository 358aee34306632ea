import { PLATFORMS } from "@botwright/core";
import { test as base } from "./browser.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import { type ConsoleHost, type Person, startConsoleHost } from "./console-host.ts";
import { createStrangersChats } from "./strangers-chats.ts";
import { CORPUS, NAMES, readmeOf, WELL_FORMED } from "./strangers-corpus.ts";
import { startStrangersServices } from "./strangers-services.ts";

/** A host on which every text that a stranger may write is from the corpus. */
export interface StrangersWorld {
  readonly owner: Person;
  readonly admin: Person;
  /** A bot that handled messages, and one that has the plugins. */
  readonly talking: number;
  readonly crowded: number;
  /** Messages of the five platforms, with all texts. */
  readonly messages: readonly number[];
  /** Published plugins, which have some of the texts each. */
  readonly plugins: readonly {
    readonly slug: string;
    readonly id: number;
    readonly name: string;
  }[];
  /** A plugin that was rejected, and one of which an update waits for its review. */
  readonly rejected: number;
  readonly waiting: number;
}

/** Characters of a review's reason. */
const REASON = 2000;
/** Texts of one plugin. */
export const TEXTS_EACH = 6;
/** Characters of a person's name. */
const NAME = 100;

/** Does with what it is sent all that a page shows later. */
const TALKER = `export const meta = {
  slug: "talker", permissions: { hosts: ["*"], search: true, ai: true, media: true },
};
export async function handler({ bot, msg, storage, searchService, aiService, mediaBuffer }) {
  console.log(msg.text);
  console.warn({ [msg.text]: msg.text });
  await storage.set(msg.text.slice(0, 200) || "empty", { [msg.text]: msg.text });
  const messages = [{ role: "user", content: msg.text }];
  const answers = await Promise.allSettled([
    searchService.search(msg.text.slice(0, 200)),
    aiService.callModel({ model: "demo-chat", messages }).then(async ({ text, error }) => {
      await bot.reply(msg, text || error);
      return text || error;
    }),
    fetch("https://hook.example/", { method: "POST", body: msg.text }).then((got) => got.text()),
  ]);
  for (const { value, reason } of answers) console.log(value ?? reason);
  if (msg.file) await bot.sendFile(msg.from, mediaBuffer, msg.file.file_name);
  await bot.reply(msg, msg.text || "empty");
  const error = new Error(msg.text);
  error.name = msg.text;
  throw error;
}`;

/** `test` with a host that strangers have filled, and whose services are theirs. */
export const test = base
  .extend("host", { scope: "file" }, async ({ dist }, { onCleanup }) => {
    const opened = new AsyncDisposableStack();
    onCleanup(() => opened.disposeAsync());
    const { demoProviders, sandbox } = opened.use(await startStrangersServices());
    return opened.use(
      await startConsoleHost(dist, (simulators) => {
        const { pages, onEvent } = opened.use(createStrangersChats(simulators));
        return { demoProviders, sandbox, pages, onEvent };
      }),
    );
  })
  .extend("world", { scope: "file" }, async ({ host }) => fillByStrangers(host));

async function fillByStrangers(host: ConsoleHost): Promise<StrangersWorld> {
  const { domains, simulators } = host;
  const owner = await host.createPerson("owner");
  const admin = await host.createPerson("reviewer", "admin");
  const names = chunksOf(NAMES, NAME);

  async function submit(
    slug: string,
    texts: readonly string[],
  ): Promise<{ id: number; sha256: string }> {
    const submission = { slug, repository_url: texts[0] ?? "", ...fieldsOf(slug, texts, "1.0.0") };
    return domains.publication.submit(owner.id, submission);
  }
  async function install(bot: number, slug: string): Promise<void> {
    const plugin = await domains.library.get(slug);
    const { id: plugin_id, version_id } = plugin;
    await domains.installations.install(owner.id, bot, { plugin_id, version_id });
  }

  const talker = { slug: "talker", name: "Talker", code: TALKER };
  const { id: talkerId, sha256 } = await domains.publication.submit(owner.id, talker);
  await domains.publication.approve(talkerId, admin.id, { sha256 });
  const bots: number[] = [];
  for (const [index, platform] of PLATFORMS.entries()) {
    const { bot } =
      platform === "wechat"
        ? await domains.bots.bindLogin(owner.id, platform, { ...simulators.wechat.bind() }, null)
        : await domains.bots.bind(owner.id, {
            platform,
            name: names[index] ?? "",
            credentials: { ...simulators[platform].credentials },
          });
    if (bot.callback_url !== null) {
      simulators[platform].setCallback(host.url + new URL(bot.callback_url).pathname);
    }
    await install(bot.id, "talker");
    bots.push(bot.id);
  }
  const [crowded = 0, talking = 0] = bots;

  let said = 0;
  for (const text of CORPUS) {
    said += await sayTo(host, "telegram", { from: "1001", text });
  }
  for (const platform of PLATFORMS) {
    const from = platform === "telegram" ? "1002" : "<img src=x onerror=owned=1>";
    for (const text of chunksOf(WELL_FORMED, 1500)) {
      said += await sayTo(host, platform, { from, text });
    }
    const file = { bytes: Buffer.from("x"), name: '"><img src=x onerror=owned=1>\u202egnp.exe' };
    said += await sayTo(host, platform, { from, file });
  }
  const messages = await handled(host, owner.id, said);

  const plugins: StrangersWorld["plugins"][number][] = [];
  for (let index = 0; index < WELL_FORMED.length; index += TEXTS_EACH) {
    const slug = `stranger-${index}`;
    const texts = WELL_FORMED.slice(index, index + TEXTS_EACH);
    const one = await submit(slug, texts);
    await domains.publication.approve(one.id, admin.id, one);
    await install(crowded, slug);
    plugins.push({ slug, id: one.id, name: fieldsOf(slug, texts, "1.0.0").name });
  }
  const all = WELL_FORMED.join(" ");
  const rejected = await submit("rejected", ["Rejected"]);
  await domains.publication.reject(rejected.id, admin.id, all.slice(0, REASON), rejected);
  const waiting = plugins[0]?.id ?? 0;
  await domains.publication.update(
    owner.id,
    waiting,
    fieldsOf("stranger-0", WELL_FORMED.slice(-20), "1.1.0"),
  );

  for (const [index, name] of NAMES.entries()) {
    const platform = (["feishu", "wecom", "dingtalk"] as const)[index % 3] ?? "feishu";
    const credentials = { ...simulators[platform].credentials };
    await domains.credentials.add(owner.id, { platform, name, credentials });
  }
  for (const [index, name] of names.entries()) {
    const email = `stranger-${index}@example.org`;
    const { id } = await host.users.create({ name, email });
    if (index === 0) await domains.users.ban(id, all.slice(0, REASON));
  }
  await fetch(`${host.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": CORPUS[5] ?? "" },
    body: JSON.stringify({ email: owner.email, password: PASSWORD }),
  });
  return { owner, admin, talking, crowded, messages, plugins, rejected: rejected.id, waiting };
}

/** As much of a text as a field of a declaration may have. */
function clip(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

/** A version of a plugin that has the texts everywhere. */
function fieldsOf(slug: string, texts: readonly string[], version: string) {
  const words = texts.join(" ");
  const readme = texts.map(readmeOf).join("\n");
  const [name, description] = [clip(words, 200), clip(words, 1000)];
  return { name, description, version, readme, code: codeOf(slug, texts, version) };
}

/** A file that declares the texts everywhere. Its code is plain letters: an inspection refuses some others. */
function codeOf(slug: string, texts: readonly string[], version: string): string {
  const settings = texts.flatMap((text, index) => {
    const words = { label: text, placeholder: text, default: text };
    const options = [{ value: text, label: clip(text, 200) }];
    return [
      { key: clip(`${index}${text}`, 100), type: "text", ...words },
      { key: `long${index}`, type: "textarea", ...words },
      { key: `choice${index}`, type: "select", ...words, options },
    ];
  });
  return `export const meta = {
  slug: "${slug}", version: "${version}", permissions: {},
  triggers: ${write(texts.map((text) => clip(text, 200)))},
  config_schema: ${write(settings)},
};
export async function handler({ bot, msg }) {
  console.log(${write(texts)});
  await bot.reply(msg, ${write(texts.join(" "))} + msg.text);
  return { handled: true };
}`;
}

function write(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Texts, several in a line where they fit. */
function chunksOf(texts: readonly string[], longest: number): string[] {
  const chunks: string[] = [];
  for (const text of texts) {
    const last = chunks.at(-1) ?? "";
    const both = `${last} ${text}`;
    if (chunks.length > 0 && both.length <= longest) chunks[chunks.length - 1] = both;
    else chunks.push(text);
  }
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== "");
}

/** Says something; 0 where the platform itself does not take it. */
async function sayTo(
  { simulators }: ConsoleHost,
  platform: keyof ConsoleHost["simulators"],
  message: Parameters<ConsoleHost["simulators"]["telegram"]["say"]>[0],
): Promise<number> {
  try {
    await simulators[platform].say(message);
    return 1;
  } catch {
    return 0;
  }
}

const HANDLED_MS = 60_000;

/** Waits until this number of messages is handled. */
async function handled({ domains }: ConsoleHost, userId: number, count: number): Promise<number[]> {
  for (const end = performance.now() + HANDLED_MS; performance.now() < end;) {
    const { items } = await domains.messages.list(userId, {}, { limit: 200 });
    const done = items.filter(({ state }) => state === "done");
    // Those that the other messages do not have are visited by themselves.
    const visited = done.filter(({ text }) => !WELL_FORMED.includes(text));
    if (done.length >= count) return visited.map(({ id }) => id);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not all of ${count} messages were handled`);
}
