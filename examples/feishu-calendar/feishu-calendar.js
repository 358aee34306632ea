// A day's agenda and new events in a Feishu calendar, with the account's own Feishu application. Works
// from any platform; people who write from Feishu are invited to the events they make.
export const meta = {
  slug: "feishu-calendar",
  name: "Feishu calendar",
  description: "agenda tomorrow; event tomorrow 15:00 Review; 明天日程; 新建日程 明天15:00 评审",
  icon: "📅",
  category: "utility",
  version: "1.0.0",
  priority: 70,
  triggers: ["agenda", "event", "日程", "今天日程", "明天日程", "新建日程"],
  permissions: { hosts: ["open.feishu.cn", "open.larksuite.com"], creds: ["feishu"] },
  config_schema: [
    {
      key: "service",
      label: "Service",
      type: "select",
      default: "feishu",
      options: [
        { value: "feishu", label: "Feishu (feishu.cn)" },
        { value: "lark", label: "Lark (larksuite.com)" },
      ],
    },
    { key: "calendar_id", label: "Calendar (empty: the application's own)", type: "text" },
    { key: "utc_offset", label: "Hours from UTC", type: "number", default: 8 },
  ],
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_CHARACTERS = 200;

const WORDS = {
  en: {
    title: (date) => `Agenda of ${date}:`,
    none: (date) => `Nothing on ${date}.`,
    allDay: "all day",
    made: (when, title) => `📅 ${when} ${title}`,
    invited: "You are invited.",
    how: "Write for example: event tomorrow 15:00 Review; or: event 2026-02-01 9:30-11:00 Review",
    noCreds: "Feishu is not set up: enter the App ID and App Secret of a Feishu application first.",
    refused: "Feishu refuses the application: please check App ID and App Secret.",
    forbidden:
      "The application may not use the calendar: grant it calendar permissions and publish a version.",
    failed: "Feishu does not answer as it should. Please try again later.",
  },
  zh: {
    title: (date) => `${date} 日程：`,
    none: (date) => `${date} 没有日程。`,
    allDay: "全天",
    made: (when, title) => `📅 ${when} ${title}`,
    invited: "已邀请你参加。",
    how: "例如：新建日程 明天15:00 评审；也可以写 新建日程 2026-02-01 9:30-11:00 评审",
    noCreds: "还没有配置飞书：请先填写飞书应用的 App ID 和 App Secret。",
    refused: "飞书拒绝了这个应用：请检查 App ID 和 App Secret。",
    forbidden: "应用没有日历权限：请开通日历权限并发布新版本。",
    failed: "飞书没有正常回应，请稍后再试。",
  },
};

/** What Feishu says, as a reason in {@link WORDS}. */
const REASONS = { 10003: "refused", 10014: "refused", 99991543: "refused", 99991672: "forbidden" };

const DAYS = { today: 0, 今天: 0, tomorrow: 1, 明天: 1, 后天: 2 };
/** @type {[language: "en" | "zh", pattern: RegExp][]} */
const AGENDA = [
  ["en", /^agenda(?:\s+(today|tomorrow|\d{4}-\d\d-\d\d))?$/i],
  ["zh", /^(今天|明天|后天|\d{4}-\d\d-\d\d)?\s*日程$/],
];
/** @type {[language: "en" | "zh", pattern: RegExp][]} */
const EVENT = [
  ["en", /^event\b\s*(.*)$/is],
  ["zh", /^新建日程\s*(.*)$/s],
];
const WHEN =
  /^(?:(today|tomorrow|今天|明天|后天|\d{4}-\d\d-\d\d)\s*)?(?:at\s+)?(\d{1,2})[:：](\d\d)(?:\s*[-–~到]\s*(\d{1,2})[:：](\d\d))?\s+(.+)$/is;

/** What is asked for, or undefined when it is not about the calendar. */
function readCommand(text) {
  const said = text.trim();
  for (const [language, pattern] of AGENDA) {
    const match = pattern.exec(said);
    if (match) return { language, asks: "agenda", day: match[1] };
  }
  for (const [language, pattern] of EVENT) {
    const match = pattern.exec(said);
    if (match) return { language, asks: "event", ...readEvent(match[1]) };
  }
  return undefined;
}

function readEvent(text) {
  const match = WHEN.exec(text);
  if (!match) return {};
  const [, day, hour, minute, endHour, endMinute, title] = match;
  const start = Number(hour) * 60 + Number(minute);
  const end = endHour === undefined ? start + 60 : Number(endHour) * 60 + Number(endMinute);
  const isSound =
    start < 1440 && end > start && Number(minute) < 60 && title.length <= MAX_CHARACTERS;
  return isSound ? { day, start, end, title: title.trim() } : {};
}

/** When a day begins, in milliseconds; NaN for a day that does not exist. */
function midnightOf(day, offset) {
  const date = /^\d/.test(day ?? "") ? Date.parse(day) : undefined;
  const today = Math.floor((Date.now() + offset) / DAY) * DAY;
  return (date ?? today + (DAYS[day?.toLowerCase()] ?? 0) * DAY) - offset;
}

const seconds = (ms) => String(Math.floor(ms / 1000));

/** Calls of the Open API with the application's token, which is kept nowhere. */
async function connect(host, { app_id, app_secret }) {
  const call = async (method, path, body, headers = {}) => {
    const response = await fetch(`https://${host}/open-apis${path}`, {
      method,
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.json();
    if (answer.code === 0) return answer;
    throw Object.assign(new Error(`Feishu ${answer.code}: ${answer.msg}`), { feishu: answer.code });
  };
  const { tenant_access_token: token } = await call(
    "POST",
    "/auth/v3/tenant_access_token/internal",
    { app_id, app_secret },
  );
  return async (method, path, body) => {
    const { data } = await call(method, path, body, { authorization: `Bearer ${token}` });
    return data;
  };
}

async function calendarPath(api, configured) {
  if (configured) return `/calendar/v4/calendars/${encodeURIComponent(configured)}`;
  const { calendars } = await api("POST", "/calendar/v4/calendars/primary", {});
  return `/calendar/v4/calendars/${encodeURIComponent(calendars[0].calendar.calendar_id)}`;
}

async function showAgenda(api, calendar, midnight, offset, words) {
  const range = new URLSearchParams({
    start_time: seconds(midnight),
    end_time: seconds(midnight + DAY),
  });
  const { items = [] } = await api("GET", `${calendar}/events/instance_view?${range.toString()}`);
  const clock = (time) =>
    new Date(Number(time.timestamp) * 1000 + offset).toISOString().slice(11, 16);
  const lines = items
    .filter(({ status }) => status !== "cancelled")
    .toSorted((a, b) => Number(a.start_time.timestamp ?? 0) - Number(b.start_time.timestamp ?? 0))
    .map(({ summary, start_time: from, end_time: to }) =>
      from.timestamp ? `${clock(from)}–${clock(to)} ${summary}` : `${words.allDay} ${summary}`,
    );
  const date = new Date(midnight + offset).toISOString().slice(0, 10);
  return lines.length === 0 ? words.none(date) : [words.title(date), ...lines].join("\n");
}

async function makeEvent(api, calendar, command, midnight, { offset, guest, words }) {
  const start = midnight + command.start * 60_000;
  const { event } = await api("POST", `${calendar}/events`, {
    summary: command.title,
    start_time: { timestamp: seconds(start) },
    end_time: { timestamp: seconds(midnight + command.end * 60_000) },
  });
  const when = new Date(start + offset).toISOString().slice(0, 16).replace("T", " ");
  const made = words.made(when, command.title);
  if (guest === undefined) return made;
  try {
    const attendees = [{ type: "user", user_id: guest }];
    const path = `${calendar}/events/${encodeURIComponent(event.event_id)}/attendees`;
    await api("POST", `${path}?user_id_type=open_id`, { attendees });
    return `${made}\n${words.invited}`;
  } catch (error) {
    // The event is there all the same.
    console.warn("not invited:", error.message);
    return made;
  }
}

export async function handler({ bot, msg, config, getPlatformCreds }) {
  const command = msg.type === "text" ? readCommand(msg.text) : undefined;
  if (command === undefined) return { handled: false };
  const words = WORDS[command.language];
  const say = (text) => bot.sendText(msg.from, text, msg.contextToken);
  const offset = Number(config.utc_offset ?? 0) * HOUR;
  const midnight = midnightOf(command.day, offset);
  const isIncomplete = command.asks === "event" && !("title" in command);
  if (isIncomplete || Number.isNaN(midnight)) {
    await say(words.how);
    return { handled: true };
  }
  const creds = await getPlatformCreds("feishu");
  if (creds === null) {
    await say(words.noCreds);
    return { handled: true };
  }
  await bot.sendTyping(msg.from);
  let answer;
  try {
    const host = config.service === "lark" ? "open.larksuite.com" : "open.feishu.cn";
    const api = await connect(host, creds);
    const calendar = await calendarPath(api, config.calendar_id);
    const guest = bot.platform === "feishu" ? msg.from : undefined;
    answer =
      command.asks === "agenda"
        ? await showAgenda(api, calendar, midnight, offset, words)
        : await makeEvent(api, calendar, command, midnight, { offset, guest, words });
  } catch (error) {
    console.warn("no calendar:", error.message);
    answer = words[REASONS[error.feishu] ?? "failed"];
  }
  await bot.cancelTyping(msg.from);
  await say(answer);
  return { handled: true };
}
