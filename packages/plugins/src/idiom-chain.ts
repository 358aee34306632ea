/**
 * 成语接龙: each idiom begins with the last character of the one before.
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
import { followers, isKnown, lastOf, openingIdiom, pick } from "./idioms/chain.ts";
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
import { type Language, LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { randomOf } from "./shared/random-of.ts";
import { readSettings } from "./shared/settings.ts";
import { fieldsOf, numberOf, textsOf } from "./shared/stored.ts";
import { texts } from "./texts/idiom-chain.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "idiom-chain",
  name: "成语接龙 / Idiom chain",
  description: "和机器人玩成语接龙 / Chains Chinese idioms with the bot",
  icon: "🐉",
  category: "game",
  version: "1.0.0",
  triggers: ["成语接龙", "idiom chain"],
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "accept",
      label: "接受的成语 / Idioms that count",
      type: "select",
      default: "any",
      options: [
        { value: "any", label: "任意四个汉字 / Any four Chinese characters" },
        { value: "known", label: "只限词库 / Those of the list only" },
      ],
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
  /** What was said in this chain, the bot's last. */
  readonly said: readonly string[];
}

/** Idioms of one chain, which bounds what is stored. */
const MAX_CHAIN_LENGTH = 200;
const WIN_POINTS = 5;

/** Begins a game, or plays on in the one that is open. */
export async function handler(context: HandlerContext): Promise<HandlerResult> {
  const { bot, msg, config } = context;
  const settings = readSettings(config);
  const said = commandOf(msg.text);
  const isBegin = said === "成语接龙" || said === "idiom chain";
  const command = gameCommandOf(said);
  const move = moveOf(said);
  if (!isBegin && command === undefined && move === undefined) return { handled: false };
  if (isBegin) {
    const language = languageOf(
      settings.choice("language", LANGUAGE_SETTINGS),
      msg.text,
      bot.platform,
    );
    const opened = open(language, 0, msg);
    await storeGame(context, { ...opened });
    const words = texts[language];
    await bot.sendText(msg.from, `${words.rules}\n\n${askAfter(opened)}`, msg.contextToken);
    return { handled: true };
  }
  const game = await currentGame(context, toGame);
  if (game === undefined) return { handled: false };
  if (command !== undefined) return answerCommand(context, game, command);
  if (move === undefined) return { handled: false };
  await play(context, game, move, settings.choice("accept", ["any", "known"]) === "any");
  return { handled: true };
}

/** Four Chinese characters, and nothing else. */
function moveOf(said: string): string | undefined {
  return /^\p{Script=Han}{4}$/u.test(said) ? said : undefined;
}

function open(language: Language, score: number, msg: ParsedMessage): Game {
  return { language, said: [openingIdiom(randomOf(msg))], score, at: msg.timestamp };
}

function askAfter({ language, said }: Game): string {
  const idiom = said.at(-1) ?? "";
  return texts[language].turn(idiom, lastOf(idiom));
}

async function answerCommand(
  context: HandlerContext,
  game: Game,
  command: GameCommand,
): Promise<HandlerResult> {
  const { bot, msg } = context;
  const words = texts[game.language];
  const say = async (text: string): Promise<HandlerResult> => {
    await bot.sendText(msg.from, text, msg.contextToken);
    return { handled: true };
  };
  if (command === "skip") return { handled: false };
  if (command === "hint") {
    const hint = pick(followers(game.said.at(-1) ?? "", game.said), randomOf(msg));
    if (hint === undefined) return say(words.noHint);
    await storeGame(context, { ...game, score: Math.max(0, game.score - 1), at: msg.timestamp });
    return say(words.hint(hint));
  }
  if (command === "score") return say(words.score(game.score, await keepBest(context, game.score)));
  const best = await keepBest(context, game.score);
  await endGame(context);
  return say(`${words.over}\n${words.score(game.score, best)}`);
}

async function play(
  context: HandlerContext,
  game: Game,
  move: string,
  acceptsAny: boolean,
): Promise<void> {
  const { bot, msg } = context;
  const words = texts[game.language];
  const say = (lines: readonly string[]): Promise<unknown> =>
    bot.sendText(msg.from, lines.join("\n"), msg.contextToken);
  const first = lastOf(game.said.at(-1) ?? "");
  if (!move.startsWith(first)) return void (await say([words.mustBegin(first)]));
  if (game.said.includes(move)) return void (await say([words.used(move)]));
  const known = isKnown(move);
  if (!known && !acceptsAny) return void (await say([words.unknown(move)]));

  const points = known ? 2 : 1;
  const score = game.score + points;
  const said = [...game.said, move];
  const gained = [...(known ? [] : [words.lenient]), words.points(points, score)];
  const answer =
    said.length < MAX_CHAIN_LENGTH ? pick(followers(move, said), randomOf(msg)) : undefined;
  const won = answer === undefined;
  const next: Game = won
    ? open(game.language, score + WIN_POINTS, msg)
    : { ...game, said: [...said, answer], score, at: msg.timestamp };
  await storeGame(context, { ...next });
  const praise = said.length < MAX_CHAIN_LENGTH ? [] : [words.full];
  await say([...gained, ...(won ? [...praise, words.won(WIN_POINTS)] : []), askAfter(next)]);
}

function toGame(value: JsonValue): Game | undefined {
  const fields = fieldsOf(value);
  const said = textsOf(fields?.["said"]);
  if (fields === undefined || said.length === 0) return undefined;
  return {
    language: storedLanguage(fields["language"]),
    said,
    score: numberOf(fields["score"]),
    at: numberOf(fields["at"]),
  };
}
