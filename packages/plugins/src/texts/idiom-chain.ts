import type { Language } from "../shared/language.ts";

interface Texts {
  readonly rules: string;
  /** Asks for the next idiom. */
  readonly turn: (idiom: string, first: string) => string;
  readonly mustBegin: (first: string) => string;
  readonly used: (idiom: string) => string;
  readonly unknown: (idiom: string) => string;
  readonly points: (points: number, score: number) => string;
  readonly lenient: string;
  readonly won: (points: number) => string;
  readonly full: string;
  readonly hint: (idiom: string) => string;
  readonly noHint: string;
  readonly score: (score: number, best: number) => string;
  readonly over: string;
}

/** What the game says. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: {
    rules:
      "成语接龙开始！用我说的成语的最后一个字开头，接一个四字成语，说过的不能再用。词库里的成语得 2 分，其他得 1 分。发送“提示”“得分”或“退出”。",
    turn: (idiom, first) => `${idiom}\n请接“${first}”`,
    mustBegin: (first) => `要用“${first}”字开头哦。想不出来可以发送“提示”。`,
    used: (idiom) => `“${idiom}”已经说过了，换一个吧。`,
    unknown: (idiom) => `我的词库里没有“${idiom}”，换一个吧。`,
    points: (points, score) => `+${points} 分，共 ${score} 分。`,
    lenient: "词库里没有这个成语，先算你对。",
    won: (points) => `我接不上了，你赢了！再加 ${points} 分。换一个开头：`,
    full: "接了这么多轮，你太厉害了！",
    hint: (idiom) => `可以接：${idiom}（扣 1 分）`,
    noHint: "我也想不出来，发送“退出”可以结束。",
    score: (score, best) => `当前 ${score} 分，最好成绩 ${best} 分。`,
    over: "接龙结束。",
  },
  en: {
    rules:
      "Idiom chain! Say a Chinese idiom of four characters that begins with the last character of mine; none may be said twice. One of my list gives 2 points, any other 1. Send “hint”, “score” or “quit”.",
    turn: (idiom, first) => `${idiom}\nYours begins with “${first}”.`,
    mustBegin: (first) => `It has to begin with “${first}”. “hint” helps.`,
    used: (idiom) => `“${idiom}” was said already. Another one?`,
    unknown: (idiom) => `“${idiom}” is not in my list. Another one?`,
    points: (points, score) => `+${points}, ${score} in all.`,
    lenient: "I do not know this idiom, but I believe you.",
    won: (points) => `I know none: you win ${points} points more! Here is another beginning:`,
    full: "What a long chain! Well done.",
    hint: (idiom) => `For example: ${idiom} (1 point less)`,
    noHint: "I know none either. “quit” ends the game.",
    score: (score, best) => `${score} points now, your best: ${best}.`,
    over: "The chain has ended.",
  },
};
