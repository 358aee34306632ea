import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("weather.js", import.meta.url);

const PLACES = {
  Berlin: { name: "Berlin", country: "Germany", latitude: 52.52, longitude: 13.42 },
  北京: { name: "北京", country: "中国", latitude: 39.91, longitude: 116.4 },
};

const FORECAST = {
  current_units: { temperature_2m: "°C", wind_speed_10m: "km/h" },
  current: { time: "2026-01-05T10:00", temperature_2m: 6.7, weather_code: 2, wind_speed_10m: 11.6 },
  daily: {
    time: ["2026-01-05", "2026-01-06", "2026-01-07"],
    weather_code: [3, 63, 71],
    temperature_2m_max: [8.8, 5.2, 0.4],
    temperature_2m_min: [3.9, 1.1, -4.2],
    precipitation_probability_max: [20, 90, null],
  },
};

/** Answers as the service's documentation shows it. */
const routes = {
  "https://geocoding-api.open-meteo.com/v1/search?*": ({ url }) => {
    const place = PLACES[new URL(url).searchParams.get("name")];
    return { ...(place && { results: [place] }), generationtime_ms: 0.5 };
  },
  "https://api.open-meteo.com/v1/forecast?*": FORECAST,
};

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, { fetch: routes });
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

test("each person's own place is remembered", async () => {
  await using h = await createHarness(plugin, {
    fetch: routes,
    config: { default_city: "北京" },
  });
  await h.user("ann").says("weather in Berlin");
  expect(await h.user("ann").says("weather")).toHaveReplied(/Berlin, Germany/);
  expect(await h.user("ben").says("weather")).toHaveReplied(/北京/);
});

test("the units are asked for", async () => {
  const asked = [];
  const forecast = ({ url }) => {
    asked.push(Object.fromEntries(new URL(url).searchParams));
    return FORECAST;
  };
  await using h = await createHarness(plugin, {
    fetch: { ...routes, "https://api.open-meteo.com/v1/forecast?*": forecast },
    config: { units: "imperial" },
  });
  await h.user().says("weather Berlin");
  expect(asked).toMatchObject([
    { latitude: "52.52", temperature_unit: "fahrenheit", wind_speed_unit: "mph" },
  ]);
});

test.each([
  ["the network is down", new TypeError("fetch failed")],
  ["the service fails", new Response("busy", { status: 503 })],
  ["something else answers", "<html>log in to the hotel's network</html>"],
  ["no answer comes", async (_request, wait) => (await wait(60_000), {})],
])("when %s it says so, and nothing is remembered", async (_what, answer) => {
  await using h = await createHarness(plugin, { fetch: { "*": answer } });
  const turn = await h.user().says("weather Berlin");
  expect(turn.replies).toEqual(["The weather service does not answer. Please try again later."]);
  expect(turn.logs).toMatchObject([{ level: "warn" }]);
  expect(await h.storage.keys()).toEqual([]);
});

test("an unknown place", async () => {
  await using h = await createHarness(plugin, { fetch: routes });
  const { replies } = await h.user().says("天气 亚特兰蒂斯");
  expect(replies).toEqual(["没有找到“亚特兰蒂斯”。"]);
});

test.each([
  "whether Berlin",
  "the weather is nice",
  "weatherman",
  "天气真好啊，不是吗？".repeat(9),
])("%s is left to others", async (text) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, { fetch: routes });
  await h.onEveryPlatform(async (on) => {
    expect(await on.user("ann").says("北京天气")).toHaveReplied(/^北京, 中国\n现在：多云，7 °C/);
  });
});
