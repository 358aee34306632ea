import type { Language } from "../shared/language.ts";

interface Texts {
  /** The instructions of an owner who has written none. */
  readonly system: string;
  /** Asked about a picture without words. */
  readonly describe: string;
  /** Stands for a picture in the history. */
  readonly picture: string;
  readonly cleared: string;
  readonly noModel: string;
  readonly noVision: string;
  readonly lost: string;
  readonly large: string;
  readonly format: string;
  readonly voice: string;
  readonly unsupported: string;
  readonly empty: string;
  readonly failed: (why: string) => string;
}

/** What the chat says itself, and tells the model. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: {
    system:
      "你是聊天软件里一个友好的助手。请用用户的语言简洁地回答。聊天窗口不显示 Markdown，不要用表格和标题。",
    describe: "请描述这张图片。",
    picture: "[图片]",
    cleared: "好的，之前的对话我已经忘记了。",
    noModel: "现在没有免费的模型可用。机器人的主人可以在设置里选择一个模型。",
    noVision: "现在没有能看图片的免费模型。机器人的主人可以在设置里选择一个。",
    lost: "图片没有下载成功，请再发一次。",
    large: "图片太大了，请发小于 3 MB 的图片。",
    format: "我能看 JPEG、PNG、GIF 和 WebP 图片。",
    voice: "这段语音我没有听清，请用文字再说一遍。",
    unsupported: "我能读文字、语音和图片，其他的还不行。",
    empty: "模型没有给出回答，请换个说法再试。",
    failed: (why) => `暂时无法回答：${why}`,
  },
  en: {
    system:
      "You are a friendly assistant in a chat. Answer briefly, in the user's language. The chat shows no Markdown: use neither tables nor headings.",
    describe: "Describe this picture.",
    picture: "[picture]",
    cleared: "I have forgotten what we talked about.",
    noModel: "There is no free model at the moment. The owner of this bot can choose one.",
    noVision: "There is no free model that sees pictures. The owner of this bot can choose one.",
    lost: "The picture could not be downloaded. Please send it again.",
    large: "The picture is too large: at most 3 MB, please.",
    format: "I can look at JPEG, PNG, GIF and WebP.",
    voice: "I could not make out this voice message. Could you write it?",
    unsupported: "I can read text, voice and pictures, and nothing else so far.",
    empty: "The model gave no answer. Could you put it in other words?",
    failed: (why) => `I cannot answer now: ${why}`,
  },
};
