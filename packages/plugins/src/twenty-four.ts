/**
 * 24 points: makes 24 of four numbers.
 *
 * @module
 */
import type {
  HandlerContext,
  HandlerResult,
  JsonValue,
  ParsedMessage,
  Plugin,
} from "@botwright/core";
import { type Expression, parseExpression } from "./arithmetic/expression.ts";
import { formatFraction } from "./arithmetic/fraction.ts";
import { solve } from "./arithmetic/solve.ts";
import { commandOf } from "./shared/command.ts";
import {
  currentGame,
  endGame,
  keepBest,
  type StoredGame,
  storedLanguage,
  storeGame,
} from "./shared/game-store.ts";
import { type GameCommand, gameCommandOf } from "./shared/game-words.ts";
import { LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { randomOf } from "./shared/random-of.ts";
import { readSettings } from "./shared/settings.ts";
import { fieldsOf, numberOf } from "./shared/stored.ts";
import { texts } from "./texts/twenty-four.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "twenty-four",
  name: "24 点 / 24 points",
  description: "用四个数算出 24 / Make 24 of four numbers",
  icon: "🃏",
  category: "game",
  version: "1.0.0",
  triggers: ["24点", "24 points"],
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "largest",
      label: "最大的数 / Largest number",
      type: "number",
      default: 10,
    },
    {
      key: "language",
      label: "语言 / Language",
      type: "select",
      default: "auto",
      options: [
        { value: "auto", label: "自动 / Automatic" },
        { value: "zh", label: "中文" },
        { value: "en", label: "English" },
      ],
    },
  ],
};

/** A game as it is stored. */
interface Game extends StoredGame {
  readonly numbers: readonly number[];
  /** Whether a hint was given for these numbers. */
  readonly hinted: boolean;
}

const TARGET = 24;
/** With smaller numbers there are few deals. */
const LARGEST = { least: 6, most: 13, default: 10 } as const;
/** Deals that are tried; most of them can be solved. */
const MAX_DEALS = 50;
const BEGINNINGS = new Set(["24点", "24 点", "24 points"]);

/** Begins a game, or plays on in the one that is open. */
export async function handler(context: HandlerContext): Promise<HandlerResult> {
  const { bot, msg, config } = context;
  const settings = readSettings(config);
  const largest = settings.number("largest", LARGEST);
  const said = commandOf(msg.text);
  const isBegin = BEGINNINGS.has(said);
  const command = gameCommandOf(said);
  const expression = parseExpression(said);
  if (!isBegin && command === undefined && expression === undefined) return { handled: false };
  const say = (lines: readonly string[]): Promise<unknown> =>
    bot.sendText(msg.from, lines.join("\n"), msg.contextToken);
  if (isBegin) {
    const language = languageOf(
      settings.choice("language", LANGUAGE_SETTINGS),
      msg.text,
      bot.platform,
    );
    const numbers = deal(largest, context.msg);
    await storeGame(context, { language, numbers, hinted: false, score: 0, at: msg.timestamp });
    await say([texts[language].rules, "", texts[language].deal(listed(numbers))]);
    return { handled: true };
  }
  const stored = await currentGame(context, toGame);
  if (stored === undefined) return { handled: false };
  const game = { ...stored, at: msg.timestamp };
  if (command !== undefined) await say(await answerCommand(context, game, command, largest));
  else if (expression !== undefined) await say(await judge(context, game, expression, largest));
  return { handled: true };
}

async function answerCommand(
  context: HandlerContext,
  game: Game,
  command: GameCommand,
  largest: number,
): Promise<readonly string[]> {
  const words = texts[game.language];
  const solution = solve(game.numbers, TARGET);
  if (command === "hint") {
    await storeGame(context, { ...game, hinted: true });
    return [words.hint(solution?.firstStep ?? "")];
  }
  if (command === "skip") {
    const numbers = deal(largest, context.msg);
    await storeGame(context, { ...game, numbers, hinted: false });
    return [words.solution(solution?.text ?? ""), words.deal(listed(numbers))];
  }
  const best = await keepBest(context, game.score);
  if (command === "score") return [words.score(game.score, best)];
  await endGame(context);
  return [words.over, words.score(game.score, best)];
}

async function judge(
  context: HandlerContext,
  game: Game,
  { value, numbers: used }: Expression,
  largest: number,
): Promise<readonly string[]> {
  const words = texts[game.language];
  if (listed(used.toSorted(ascending)) !== listed(game.numbers.toSorted(ascending))) {
    return [words.wrongNumbers(listed(game.numbers))];
  }
  if (value === undefined) return [words.noValue];
  const result = formatFraction(value);
  if (result !== String(TARGET)) return [words.wrongValue(result)];
  const score = game.score + (game.hinted ? 0 : 1);
  const numbers = deal(largest, context.msg);
  await storeGame(context, { ...game, numbers, hinted: false, score });
  return [words.right(score), words.deal(listed(numbers))];
}

/** Four numbers of which 24 can be made. */
function deal(largest: number, msg: ParsedMessage): readonly number[] {
  const random = randomOf(msg);
  for (let tries = 0; tries < MAX_DEALS; tries++) {
    const numbers = Array.from({ length: 4 }, () => 1 + Math.floor(random() * largest));
    if (solve(numbers, TARGET) !== undefined) return numbers;
  }
  return [4, 6, 1, 1];
}

function ascending(a: number, b: number): number {
  return a - b;
}

function listed(numbers: readonly number[]): string {
  return numbers.join(" ");
}

function toGame(value: JsonValue): Game | undefined {
  const fields = fieldsOf(value);
  const list: unknown = fields?.["numbers"];
  const numbers = Array.isArray(list) ? list.filter((item) => typeof item === "number") : [];
  if (fields === undefined || numbers.length !== 4) return undefined;
  return {
    language: storedLanguage(fields["language"]),
    numbers,
    hinted: fields["hinted"] === true,
    score: numberOf(fields["score"]),
    at: numberOf(fields["at"]),
  };
}
