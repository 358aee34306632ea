import type { Language } from "../shared/language.ts";

interface Texts {
  readonly rules: string;
  readonly deal: (numbers: string) => string;
  readonly right: (score: number) => string;
  readonly wrongNumbers: (numbers: string) => string;
  readonly wrongValue: (value: string) => string;
  readonly noValue: string;
  readonly hint: (step: string) => string;
  readonly solution: (text: string) => string;
  readonly score: (score: number, best: number) => string;
  readonly over: string;
}

/** What the game says. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: {
    rules:
      "24 点开始！用四个数各一次，加减乘除和括号，算出 24，例如 (8-5)*8*1。发送“提示”“跳过”“得分”或“退出”。",
    deal: (numbers) => `请用 ${numbers} 算出 24。`,
    right: (score) => `答对了！共 ${score} 分。`,
    wrongNumbers: (numbers) => `要用 ${numbers} 这四个数，每个用一次。`,
    wrongValue: (value) => `这等于 ${value}，不是 24，再想想。`,
    noValue: "不能除以 0，再想想。",
    hint: (step) => `可以先算 ${step}（这一题不计分）`,
    solution: (text) => `一种解法：${text} = 24`,
    score: (score, best) => `当前 ${score} 分，最好成绩 ${best} 分。`,
    over: "24 点结束。",
  },
  en: {
    rules:
      "24 points! Make 24 of four numbers, each used once, with + - * / and parentheses, for example (8-5)*8*1. Send “hint”, “skip”, “score” or “quit”.",
    deal: (numbers) => `Make 24 of ${numbers}.`,
    right: (score) => `Right! Your score: ${score}.`,
    wrongNumbers: (numbers) => `Use each of ${numbers} exactly once.`,
    wrongValue: (value) => `That is ${value}, not 24. Try again.`,
    noValue: "That divides by 0. Try again.",
    hint: (step) => `Begin with ${step} (no point for this one)`,
    solution: (text) => `One way: ${text} = 24`,
    score: (score, best) => `Score ${score}, your best: ${best}.`,
    over: "The game has ended.",
  },
};
