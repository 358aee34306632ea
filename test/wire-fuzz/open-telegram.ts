import * as telegram from "../../packages/adapter-telegram/test/telegram.ts";
import {
  answers,
  isFields,
  postTo,
  readJson,
  samplesOf,
  type OpenTarget,
  type Target,
} from "./target.ts";

const telegramUpdates: Pick<Target, "samples" | "renew" | "good" | "write"> = {
  samples: samplesOf("telegram", "update"),
  renew: (sample, update_id) => ({ ...sample, update_id }),
  good: (text, index) => ({
    update_id: 1e9 + index,
    message: {
      message_id: index,
      from: { id: Number(telegram.USER), is_bot: false, first_name: "Ann" },
      chat: { id: Number(telegram.USER), type: "private" },
      date: 1_800_000_000,
      text,
    },
  }),
  write: (input) => JSON.stringify(input),
};

export const openTelegramHook: OpenTarget = async (sink) => {
  const fixture = await telegram.openFixture();
  fixture.telegram.introduce({ id: telegram.USER, name: "Ann" });
  const url = "http://127.0.0.1:9/hook";
  const secretToken = "wire-fuzz";
  const adapter = await fixture.started({ webhook: { url, secretToken } }, sink);
  const headers = { "x-telegram-bot-api-secret-token": secretToken };
  return {
    ...telegramUpdates,
    feed: (body) => postTo(adapter, new Request(url, { method: "POST", headers, body })),
    ...answers(adapter, fixture.telegram, () => telegram.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** The simulator delivers any update whose one field is an object. */
export const openTelegramPoll: OpenTarget = async (sink) => {
  const fixture = await telegram.openFixture();
  const { telegram: simulator } = fixture;
  simulator.introduce({ id: telegram.USER, name: "Ann" });
  const adapter = await fixture.started({}, sink);
  return {
    ...telegramUpdates,
    async feed(text) {
      const update = readJson(text);
      if (!isFields(update)) return;
      const { message } = update;
      if (isFields(message)) simulator.receive("message", message);
    },
    ...answers(adapter, simulator, () => telegram.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};
