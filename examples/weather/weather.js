// Weather of any place, from Open-Meteo: no account, no key. The place is remembered for each chat.
export const meta = {
  slug: "weather",
  name: "Weather",
  description: "The weather now and in the next days: weather Berlin, 天气 北京",
  icon: "🌤️",
  category: "utility",
  version: "1.0.0",
  priority: 70,
  triggers: ["weather", "天气"],
  permissions: { hosts: ["geocoding-api.open-meteo.com", "api.open-meteo.com"] },
  config_schema: [
    { key: "default_city", label: "City when none is named", type: "text", placeholder: "Berlin" },
    {
      key: "units",
      label: "Units",
      type: "select",
      default: "metric",
      options: [
        { value: "metric", label: "°C, km/h" },
        { value: "imperial", label: "°F, mph" },
      ],
    },
  ],
};

const WORDS = {
  en: {
    days: ["Today", "Tomorrow", "Day after"],
    line: (day, sky, low, high, rain) => `${day}: ${sky}, ${low} to ${high}, rain ${rain} %`,
    now: (sky, degrees, wind) => `Now: ${sky}, ${degrees}, wind ${wind}`,
    which: "Which place? Write for example: weather Berlin",
    unknown: (city) => `I do not know a place called ${city}.`,
    down: "The weather service does not answer. Please try again later.",
  },
  zh: {
    days: ["今天", "明天", "后天"],
    line: (day, sky, low, high, rain) => `${day}：${sky}，${low} ~ ${high}，降水概率 ${rain}%`,
    now: (sky, degrees, wind) => `现在：${sky}，${degrees}，风速 ${wind}`,
    which: "哪个城市？例如：天气 北京",
    unknown: (city) => `没有找到“${city}”。`,
    down: "天气服务没有回应，请稍后再试。",
  },
};

/** The WMO's codes, each from this number on. */
const SKIES = [
  [0, "clear", "晴"],
  [1, "partly cloudy", "多云"],
  [3, "overcast", "阴"],
  [45, "fog", "雾"],
  [51, "drizzle", "毛毛雨"],
  [61, "rain", "雨"],
  [71, "snow", "雪"],
  [80, "showers", "阵雨"],
  [85, "snow showers", "阵雪"],
  [95, "thunderstorm", "雷暴"],
];

/** What is asked for, or undefined when it is not the weather. */
function readQuestion(text) {
  const said = text.trim();
  const english = /^weather(?:\s+(?:in\s+)?(.{1,60}))?$/i.exec(said);
  if (english) return { language: "en", city: english[1] };
  const chinese = /^天气(?:[\s:：]*(.{1,30}))?$/.exec(said) ?? /^(.{1,30}?)的?天气$/.exec(said);
  if (!chinese) return undefined;
  const isToday = /^(?:今天|现在)$/.test(chinese[1] ?? "");
  return { language: "zh", city: isToday ? undefined : chinese[1] };
}

async function getJson(address, parameters) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url.hostname} answered ${response.status}`);
  return response.json();
}

async function findPlace(name, language) {
  const { results = [] } = await getJson("https://geocoding-api.open-meteo.com/v1/search", {
    name,
    language,
    count: 1,
  });
  return results[0];
}

function getForecast({ latitude, longitude }, units) {
  return getJson("https://api.open-meteo.com/v1/forecast", {
    latitude,
    longitude,
    current: "temperature_2m,weather_code,wind_speed_10m",
    daily: "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max",
    timezone: "auto",
    forecast_days: 3,
    ...(units === "imperial" && { temperature_unit: "fahrenheit", wind_speed_unit: "mph" }),
  });
}

function describe(place, { current, current_units, daily }, language) {
  const words = WORDS[language];
  const sky = (code) =>
    SKIES.findLast(([from]) => code >= from)?.[language === "en" ? 1 : 2] ?? "?";
  const degrees = (value) => `${Math.round(value)} ${current_units.temperature_2m}`;
  const wind = `${Math.round(current.wind_speed_10m)} ${current_units.wind_speed_10m}`;
  const days = daily.time
    .slice(0, words.days.length)
    .map((_date, index) =>
      words.line(
        words.days[index],
        sky(daily.weather_code[index]),
        degrees(daily.temperature_2m_min[index]),
        degrees(daily.temperature_2m_max[index]),
        daily.precipitation_probability_max[index] ?? 0,
      ),
    );
  const title = [place.name, place.country].filter(Boolean).join(", ");
  const now = words.now(sky(current.weather_code), degrees(current.temperature_2m), wind);
  return [`**${title}**`, now, ...days].join("\n");
}

export async function handler({ bot, msg, config, storage }) {
  const question = msg.type === "text" ? readQuestion(msg.text) : undefined;
  if (question === undefined) return { handled: false };
  const { language } = question;
  const words = WORDS[language];
  const key = `city/${msg.from}`;
  const city = question.city || (await storage.get(key)) || config.default_city;
  if (!city) {
    await bot.reply(msg, words.which);
    return { handled: true };
  }
  await bot.sendTyping(msg.from);
  let answer;
  try {
    const place = await findPlace(city, language);
    if (place === undefined) answer = words.unknown(city);
    else {
      answer = describe(place, await getForecast(place, config.units), language);
      if (question.city) await storage.set(key, city);
    }
  } catch (error) {
    console.warn("no weather:", error.message);
    answer = words.down;
  }
  await bot.cancelTyping(msg.from);
  await bot.reply(msg, answer);
  return { handled: true };
}
