// A notebook of things to do. Bots on this platform speak only when spoken to: what has become due is
// shown as soon as its person writes anything.
export const meta = {
  slug: "reminders",
  name: "Reminders",
  description:
    "remind me tomorrow at 9 to call home; 提醒我 明天9点 开会; shown when you write next",
  icon: "⏰",
  category: "utility",
  version: "1.0.0",
  priority: 60,
  triggers: ["remind me", "reminders", "done", "提醒我", "提醒列表", "完成"],
  permissions: { hosts: [] },
  config_schema: [
    { key: "utc_offset", label: "Hours from UTC", type: "number", default: 8, placeholder: "8" },
  ],
};

const MAX_REMINDERS = 50;
const MAX_CHARACTERS = 200;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const WORDS = {
  en: {
    kept: (when, text) => `⏰ ${when} ${text}`,
    list: "Your reminders:",
    none: "Nothing to remember.",
    gone: (text) => `Done: ${text}`,
    noSuch: "There is no reminder with this number. Write: reminders",
    when: "When? For example: remind me tomorrow at 9:00 to call home; or: in 20 minutes, at 18:30",
    past: "That is over already.",
    long: `That is too long: at most ${MAX_CHARACTERS} characters.`,
    full: `There are ${MAX_REMINDERS} reminders already. Finish one with: done 1`,
    noRoom: "There is no room left for this bot's data. Its owner can make some.",
    due: "It is time:",
  },
  zh: {
    kept: (when, text) => `⏰ ${when} ${text}`,
    list: "你的提醒：",
    none: "没有提醒。",
    gone: (text) => `已完成：${text}`,
    noSuch: "没有这个编号。请写：提醒列表",
    when: "什么时候？例如：提醒我 明天9点 开会；也可以写 20分钟后、今天下午3点半",
    past: "这个时间已经过去了。",
    long: `太长了，最多 ${MAX_CHARACTERS} 个字符。`,
    full: `已经有 ${MAX_REMINDERS} 条提醒。请先完成一条：完成 1`,
    noRoom: "机器人的存储空间满了，请主人清理一下。",
    due: "时间到了：",
  },
};

const UNITS = {
  minute: MINUTE,
  分钟: MINUTE,
  hour: 60 * MINUTE,
  小时: 60 * MINUTE,
  day: DAY,
  天: DAY,
};
const DAYS = { today: 0, 今天: 0, tomorrow: 1, 明天: 1, 后天: 2 };

const SPAN = /^(?:in )?(\d{1,4})\s*(minute|hour|day|分钟|小时|天)(?:s|之?后)?(?![a-z])/i;
const MOMENT =
  /^(?:(today|tomorrow|今天|明天|后天)|(?:on )?(\d{4}-\d\d-\d\d))?\s*(?:at )?(上午|下午|晚上)?\s*(\d{1,2})(?:[:：](\d\d)|点(半|\d{1,2}分?)?)?\s*(am|pm)?(?![\d\p{Script=Latin}])/iu;

/** When, in milliseconds, and where in the text that ends; undefined when it names no time. */
function readTime(text, now, offset) {
  const span = SPAN.exec(text);
  if (span)
    return { at: now + Number(span[1]) * UNITS[span[2].toLowerCase()], end: span[0].length };
  const moment = MOMENT.exec(text);
  if (!moment) return undefined;
  const [all, day, date, part, hours, digits, chinese, half] = moment;
  const minute = chinese === "半" ? 30 : Number.parseInt(digits ?? chinese ?? "0", 10);
  const isLate = part === "下午" || part === "晚上" || half?.toLowerCase() === "pm";
  const isEarly = half?.toLowerCase() === "am";
  const hour = (Number(hours) % (isLate || isEarly ? 12 : 24)) + (isLate ? 12 : 0);
  if (Number(hours) > 24 || minute > 59) return undefined;
  const today = Math.floor((now + offset) / DAY) * DAY;
  const midnight = date ? Date.parse(date) : today + (DAYS[day?.toLowerCase()] ?? 0) * DAY;
  const at = midnight + (hour * 60 + minute) * MINUTE - offset;
  if (Number.isNaN(at)) return undefined;
  // A time without a day is the next one.
  return { at: !day && !date && at <= now ? at + DAY : at, end: all.length };
}

function format(at, offset) {
  return new Date(at + offset).toISOString().slice(0, 16).replace("T", " ");
}

/** What is asked for, or undefined when it is not about reminders. */
function readCommand(text) {
  const said = text.trim();
  if (/^reminders$/i.test(said)) return { language: "en", asks: "list" };
  if (said === "提醒列表") return { language: "zh", asks: "list" };
  const done = /^(?:(done)|完成)\s*(\d{1,3})$/i.exec(said);
  if (done) return { language: done[1] ? "en" : "zh", asks: "done", number: Number(done[2]) };
  const english = /^remind me\b\s*(.*)$/is.exec(said);
  if (english) return { language: "en", asks: "add", rest: english[1] };
  const chinese = /^提醒我\s*(.*)$/s.exec(said);
  return chinese ? { language: "zh", asks: "add", rest: chinese[1] } : undefined;
}

/** Does what is asked; answers with the words to say and the new list. */
function obey(command, list, now, offset) {
  const words = WORDS[command.language];
  if (command.asks === "list") {
    const lines = list.map(({ at, text }, index) => `${index + 1}. ${format(at, offset)} ${text}`);
    return { list, answer: lines.length === 0 ? words.none : [words.list, ...lines].join("\n") };
  }
  if (command.asks === "done") {
    const finished = list[command.number - 1];
    if (finished === undefined) return { list, answer: words.noSuch };
    const rest = list.filter((reminder) => reminder !== finished);
    return { list: rest, answer: words.gone(finished.text) };
  }
  const time = readTime(command.rest, now, offset);
  const text = time && command.rest.slice(time.end).replace(/^[\s,，:：]*(?:(?:to|that)\s+)?/i, "");
  if (!text) return { list, answer: words.when };
  if (time.at <= now) return { list, answer: words.past };
  if (text.length > MAX_CHARACTERS) return { list, answer: words.long };
  if (list.length >= MAX_REMINDERS) return { list, answer: words.full };
  const longer = [...list, { at: time.at, text, language: command.language, isShown: false }];
  return {
    list: longer.toSorted((a, b) => a.at - b.at),
    answer: words.kept(format(time.at, offset), text),
  };
}

export async function handler({ bot, msg, config, storage }) {
  const key = `reminders/${msg.from}`;
  const before = (await storage.get(key)) ?? [];
  const now = Date.now();
  const offset = Number(config.utc_offset ?? 0) * 60 * MINUTE;
  // As they are: what people wrote is no Markdown.
  const say = (text) => bot.sendText(msg.from, text, msg.contextToken);

  const due = before.filter(({ at, isShown }) => at <= now && !isShown);
  if (due.length > 0) {
    await say([WORDS[due[0].language].due, ...due.map(({ text }) => `⏰ ${text}`)].join("\n"));
  }
  const shown = before.map((reminder) =>
    due.includes(reminder) ? { ...reminder, isShown: true } : reminder,
  );
  const command = msg.type === "text" ? readCommand(msg.text) : undefined;
  const { list, answer } = command ? obey(command, shown, now, offset) : { list: shown };
  let isKept = true;
  if (due.length > 0 || list !== shown) {
    isKept = await storage.set(key, list).then(
      () => true,
      (error) => {
        console.error("not kept:", error.code, error.message);
        return false;
      },
    );
  }
  if (command === undefined) return { handled: false };
  await say(isKept ? answer : WORDS[command.language].noRoom);
  return { handled: true };
}
