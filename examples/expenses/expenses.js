// Keeps what was spent, month by month, sums it up, and sends it as a table.
export const meta = {
  slug: "expenses",
  name: "Expenses",
  description:
    "spent 12.50 lunch #food; 记账 30 午饭 #吃; expenses, export expenses; 账单, 导出账单",
  icon: "💰",
  category: "utility",
  version: "1.0.0",
  priority: 65,
  triggers: ["spent", "expenses", "export expenses", "记账", "账单", "导出账单", "撤销记账"],
  permissions: { hosts: [] },
  config_schema: [
    { key: "currency", label: "Currency", type: "text", default: "¥" },
    { key: "utc_offset", label: "Hours from UTC", type: "number", default: 8 },
  ],
};

const MAX_CHARACTERS = 100;
const HOUR = 3_600_000;

const WORDS = {
  en: {
    kept: (amount, note) => `${amount} for ${note}. This month: `,
    how: "Write for example: spent 12.50 lunch #food",
    amount: "The amount has to be more than 0 and less than 10 million.",
    long: `Please use at most ${MAX_CHARACTERS} characters.`,
    noRoom: "There is no room left for this bot's data. Its owner can make some.",
    title: (month) => `Expenses in ${month}`,
    none: (month) => `Nothing was spent in ${month}.`,
    other: "other",
    total: "Total",
    undone: (amount, note) => `Taken back: ${amount} for ${note}`,
    columns: ["date", "amount", "category", "note"],
    file: (month) => `expenses-${month}.csv`,
  },
  zh: {
    kept: (amount, note) => `${note} ${amount}。本月合计：`,
    how: "例如：记账 30 午饭 #吃",
    amount: "金额要大于 0，小于一千万。",
    long: `请不要超过 ${MAX_CHARACTERS} 个字符。`,
    noRoom: "机器人的存储空间满了，请主人清理一下。",
    title: (month) => `${month} 账单`,
    none: (month) => `${month} 没有支出。`,
    other: "其他",
    total: "合计",
    undone: (amount, note) => `已撤销：${note} ${amount}`,
    columns: ["日期", "金额", "分类", "说明"],
    file: (month) => `账单-${month}.csv`,
  },
};

/** @type {[language: "en" | "zh", asks: string, pattern: RegExp][]} */
const COMMANDS = [
  ["en", "sum", /^expenses(?:\s+(\d{4}-\d\d))?$/i],
  ["zh", "sum", /^账单(?:\s*(\d{4}-\d\d))?$/],
  ["en", "export", /^export expenses(?:\s+(\d{4}-\d\d))?$/i],
  ["zh", "export", /^导出账单(?:\s*(\d{4}-\d\d))?$/],
  ["en", "undo", /^undo expense$/i],
  ["zh", "undo", /^撤销记账$/],
];
const AMOUNT = String.raw`[$€£¥￥]?\s*(?<amount>\d{1,9}(?:\.\d{1,2})?)`;
/** @type {[language: "en" | "zh", pattern: RegExp][]} */
const SPENT = [
  ["en", new RegExp(`^spent\\s+${AMOUNT}\\s+(?:on\\s+|for\\s+)?(?<note>.+)$`, "is")],
  [
    "zh",
    new RegExp(`^(?:记账|花了)[\\s:：]*${AMOUNT}\\s*(?:元|块钱?)?[\\s,，]*(?<note>\\D.*)$`, "s"),
  ],
  ["zh", new RegExp(`^(?<note>[^\\d\\s]{1,20})花了\\s*${AMOUNT}\\s*(?:元|块钱?)?$`)],
];

/** What is asked for, or undefined when it is not about expenses. */
function readCommand(text) {
  const said = text.trim();
  for (const [language, asks, pattern] of COMMANDS) {
    const match = pattern.exec(said);
    if (match) return { language, asks, month: match[1] };
  }
  for (const [language, pattern] of SPENT) {
    const groups = pattern.exec(said)?.groups;
    if (groups) return { language, asks: "keep", ...groups };
  }
  if (/^记账(?:[\s:：]|$)/.test(said)) return { language: "zh", asks: "help" };
  return /^spent$/i.test(said) ? { language: "en", asks: "help" } : undefined;
}

/** Cents as an exact whole number. */
function toCents(amount) {
  const [whole, part = ""] = amount.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

function format(cents, currency = "") {
  return `${currency}${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

const sumOf = (entries) => entries.reduce((sum, { cents }) => sum + cents, 0);

/** One cell; a spreadsheet must not take a note for a formula. */
function toCell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toCsv(entries, columns) {
  const rows = entries.map(({ day, cents, category, note }) => [
    day,
    format(cents),
    category,
    note,
  ]);
  // With a byte order mark, without which Excel takes Chinese for something else.
  return `\ufeff${[columns, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("")}`;
}

function summary(entries, month, words, currency) {
  if (entries.length === 0) return words.none(month);
  const sums = new Map();
  for (const { category, cents } of entries) {
    sums.set(category, (sums.get(category) ?? 0) + cents);
  }
  const lines = [...sums].toSorted(([, a], [, b]) => b - a);
  return [
    words.title(month),
    ...lines.map(([category, cents]) => `${category || words.other} ${format(cents, currency)}`),
    `${words.total} ${format(sumOf(entries), currency)}`,
  ].join("\n");
}

/** Does what is asked; answers with what to say, what to keep, and a file to send. */
function obey(command, entries, { day, month, currency }) {
  const words = WORDS[command.language];
  if (command.asks === "help") return { answer: words.how };
  if (command.asks === "sum") return { answer: summary(entries, month, words, currency) };
  if (command.asks === "export") {
    if (entries.length === 0) return { answer: words.none(month) };
    return { file: { name: words.file(month), text: toCsv(entries, words.columns) } };
  }
  if (command.asks === "undo") {
    const last = entries.at(-1);
    if (last === undefined) return { answer: words.none(month) };
    const answer = words.undone(format(last.cents, currency), last.note);
    return { answer, keep: entries.slice(0, -1) };
  }
  const cents = toCents(command.amount);
  const [, category = ""] = /(?:^|\s)#(\S+)/.exec(command.note) ?? [];
  const note = command.note.replace(/\s*#\S+/, "").trim() || category;
  if (cents === 0 || cents >= 1e9) return { answer: words.amount };
  if (command.note.length > MAX_CHARACTERS) return { answer: words.long };
  const keep = [...entries, { day, cents, category, note }];
  const total = format(sumOf(keep), currency);
  return { answer: `${words.kept(format(cents, currency), note)}${total}`, keep };
}

export async function handler({ bot, msg, config, storage }) {
  const command = msg.type === "text" ? readCommand(msg.text) : undefined;
  if (command === undefined) return { handled: false };
  const offset = Number(config.utc_offset ?? 0) * HOUR;
  const day = new Date(Date.now() + offset).toISOString().slice(0, 10);
  const month = command.month ?? day.slice(0, 7);
  const key = `expenses/${month}/${msg.from}`;
  const entries = (await storage.get(key)) ?? [];
  const done = obey(command, entries, { day, month, currency: config.currency });
  let { answer } = done;
  if (done.keep !== undefined) {
    try {
      await storage.set(key, done.keep);
    } catch (error) {
      console.error("not kept:", error.code, error.message);
      answer = WORDS[command.language].noRoom;
    }
  }
  if (done.file) await bot.sendFile(msg.from, Buffer.from(done.file.text), done.file.name);
  // As it is: what people wrote is no Markdown.
  else await bot.sendText(msg.from, answer, msg.contextToken);
  return { handled: true };
}
