// Draws a picture with an image model, within the free pictures of the day unless the owner pays.
export const meta = {
  slug: "draw",
  name: "Draw",
  description: "draw a fox in the snow; 画 雪地里的狐狸; pictures left: 剩余画图",
  icon: "🎨",
  category: "fun",
  version: "1.0.0",
  priority: 75,
  triggers: ["draw", "pictures left", "画", "剩余画图"],
  // Where the usual image services keep their pictures. From elsewhere the address is sent instead.
  permissions: {
    ai: true,
    hosts: [
      "*.blob.core.windows.net",
      "*.aliyuncs.com",
      "*.volces.com",
      "*.siliconflow.cn",
      "*.bigmodel.cn",
    ],
  },
  config_schema: [
    {
      key: "size",
      label: "Size",
      type: "select",
      default: "1024x1024",
      options: [
        { value: "1024x1024", label: "square" },
        { value: "1024x1792", label: "upright" },
        { value: "1792x1024", label: "wide" },
      ],
    },
    { key: "may_cost", label: "Pay for more than the free ones", type: "boolean", default: false },
  ],
};

const MAX_CHARACTERS = 1000;

const WORDS = {
  en: {
    what: "Write what to draw, for example: draw a fox in the snow",
    long: `That is too long: at most ${MAX_CHARACTERS} characters.`,
    left: (left, all) => `${left} of ${all} free pictures are left today.`,
    none: (all) => `Today's ${all} free pictures are used up. Come back tomorrow.`,
    noneFree: "Pictures cost credits here, and the owner of this bot has not allowed that.",
    noModel: "There is no image model.",
    paid: (credits) => `That cost ${credits} credits.`,
    failed: (why) => `The picture was not drawn: ${why}`,
    there: (url) => `The picture is here: ${url}`,
  },
  zh: {
    what: "请写下要画什么，例如：画 雪地里的狐狸",
    long: `太长了，最多 ${MAX_CHARACTERS} 个字符。`,
    left: (left, all) => `今天还剩 ${left} 张免费图片（共 ${all} 张）。`,
    none: (all) => `今天的 ${all} 张免费图片已经用完，明天再来吧。`,
    noneFree: "这里画图要花积分，机器人的主人没有允许。",
    noModel: "没有画图模型。",
    paid: (credits) => `这张图片用了 ${credits} 积分。`,
    failed: (why) => `没有画成：${why}`,
    there: (url) => `图片在这里：${url}`,
  },
};

/** What is asked for, or undefined when it is no picture. */
function readRequest(text) {
  const said = text.trim();
  if (/^pictures left$/i.test(said)) return { language: "en", asks: "left" };
  if (said === "剩余画图") return { language: "zh", asks: "left" };
  const english = /^draw\b[\s:：]*(.*)$/is.exec(said);
  if (english) return { language: "en", asks: "picture", prompt: english[1] };
  const chinese = /^画(?:一[张幅个只]|个|张|[\s:：]|$)[\s:：]*(.*)$/s.exec(said);
  return chinese ? { language: "zh", asks: "picture", prompt: chinese[1] } : undefined;
}

/** Free pictures of the day. */
async function quotaOf(aiService) {
  const [{ dailyPerUser }, used] = await Promise.all([
    aiService.getFreeImageQuota(),
    aiService.getImageUsageToday(),
  ]);
  return { all: dailyPerUser, left: Math.max(0, dailyPerUser - used) };
}

/** Free ones first, then by price. */
async function chooseModel(aiService) {
  const models = await aiService.getModelsByCategory("image");
  for (const { model_name } of models) {
    if (await aiService.isFreeModel(model_name)) return { name: model_name, isFree: true };
  }
  const cheapest = models.toSorted((a, b) => a.input_price - b.input_price)[0];
  return cheapest && { name: cheapest.model_name, isFree: false };
}

/** The picture's bytes, or undefined when they cannot be had from here. */
async function download(url) {
  const inline = /^data:image\/[\w.+-]+;base64,(.+)$/s.exec(url);
  if (inline) return Buffer.from(inline[1], "base64");
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the picture's address answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    console.warn("no picture:", error.message);
    return undefined;
  }
}

async function draw({ bot, msg, config, aiService }, prompt, words) {
  if (prompt === "") return words.what;
  if (prompt.length > MAX_CHARACTERS) return words.long;
  const model = await chooseModel(aiService);
  if (model === undefined) return words.noModel;
  const quota = await quotaOf(aiService);
  if (!model.isFree && quota.left === 0 && config.may_cost !== true) {
    return quota.all === 0 ? words.noneFree : words.none(quota.all);
  }
  await bot.sendTyping(msg.from);
  const drawn = await aiService.callModel({
    model: model.name,
    imagePrompt: prompt,
    imageSize: config.size,
  });
  const { imageUrl, credits_deducted: credits } = drawn;
  const picture = imageUrl ? await download(imageUrl) : undefined;
  await bot.cancelTyping(msg.from);
  if (!imageUrl) return words.failed(drawn.error ?? "no picture came");
  if (picture === undefined) return words.there(imageUrl);
  await bot.sendImage(msg.from, picture);
  return credits > 0 ? words.paid(credits) : undefined;
}

export async function handler(context) {
  const { bot, msg, aiService } = context;
  const request = msg.type === "text" ? readRequest(msg.text) : undefined;
  if (request === undefined) return { handled: false };
  const words = WORDS[request.language];
  let answer;
  if (request.asks === "left") {
    const { left, all } = await quotaOf(aiService);
    answer = words.left(left, all);
  } else answer = await draw(context, request.prompt, words);
  if (answer !== undefined) await bot.sendText(msg.from, answer, msg.contextToken);
  return { handled: true };
}
