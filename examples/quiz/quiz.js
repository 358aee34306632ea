// A quiz of five questions. The game of each person is kept between messages, in storage.
export const meta = {
  slug: "quiz",
  name: "Quiz",
  description: "quiz or 答题: five questions, answered with A to D; stop quiz, 结束答题",
  icon: "❓",
  category: "game",
  version: "1.0.0",
  priority: 80,
  triggers: ["quiz", "stop quiz", "quiz score", "答题", "结束答题", "答题成绩"],
  permissions: { hosts: [] },
};

const ROUNDS = 5;
/** A letter that comes later is no answer any more. */
const PATIENCE = 30 * 60_000;
const LETTERS = ["A", "B", "C", "D"];

/** In both languages: the question, the right answer, three others. */
const QUESTIONS = [
  {
    en: ["How many legs has a spider?", "8", "6", "10", "12"],
    zh: ["蜘蛛有几条腿？", "8", "6", "10", "12"],
  },
  {
    en: ["Which planet is the largest?", "Jupiter", "Saturn", "Earth", "Neptune"],
    zh: ["最大的行星是哪一颗？", "木星", "土星", "地球", "海王星"],
  },
  {
    en: ["Which metal is liquid at room temperature?", "mercury", "lead", "tin", "zinc"],
    zh: ["哪种金属在室温下是液体？", "汞", "铅", "锡", "锌"],
  },
  {
    en: ["How many strings has a violin?", "4", "5", "6", "7"],
    zh: ["小提琴有几根弦？", "4", "5", "6", "7"],
  },
  {
    en: ["Which ocean is the deepest?", "the Pacific", "the Atlantic", "the Indian", "the Arctic"],
    zh: ["最深的大洋是哪一个？", "太平洋", "大西洋", "印度洋", "北冰洋"],
  },
  {
    en: ["What is 7 times 8?", "56", "54", "58", "64"],
    zh: ["7 乘 8 等于几？", "56", "54", "58", "64"],
  },
  {
    en: ["Which gas do plants take from the air?", "carbon dioxide", "oxygen", "helium", "argon"],
    zh: ["植物从空气中吸收哪种气体？", "二氧化碳", "氧气", "氦气", "氩气"],
  },
  {
    en: ["How many bits are in a byte?", "8", "4", "16", "10"],
    zh: ["一个字节有几位？", "8", "4", "16", "10"],
  },
];

const WORDS = {
  en: {
    ask: (number, question) => `${number}/${ROUNDS} ${question}`,
    right: "Right!",
    wrong: (answer) => `No, it is ${answer}.`,
    end: (score, best) => `You have ${score} of ${ROUNDS}. Your best: ${best}.`,
    best: (best) => `Your best: ${best} of ${ROUNDS}.`,
    stopped: "The quiz has ended.",
    none: "There is no quiz. Begin one with: quiz",
  },
  zh: {
    ask: (number, question) => `${number}/${ROUNDS} ${question}`,
    right: "答对了！",
    wrong: (answer) => `不对，是${answer}。`,
    end: (score, best) => `${ROUNDS} 题答对 ${score} 题。最好成绩：${best}。`,
    best: (best) => `最好成绩：${best}/${ROUNDS}。`,
    stopped: "答题结束。",
    none: "没有进行中的答题。开始请写：答题",
  },
};

const COMMANDS = {
  quiz: ["en", "start"],
  "stop quiz": ["en", "stop"],
  "quiz score": ["en", "score"],
  答题: ["zh", "start"],
  结束答题: ["zh", "stop"],
  答题成绩: ["zh", "score"],
};

function shuffle(items) {
  const mixed = [...items];
  for (let left = mixed.length; left > 1; left--) {
    const index = Math.floor(Math.random() * left);
    [mixed[left - 1], mixed[index]] = [mixed[index], mixed[left - 1]];
  }
  return mixed;
}

/** A game as it is kept: which questions, the order of the current one's answers, the score. */
function newGame(language) {
  const questions = shuffle(QUESTIONS.keys()).slice(0, ROUNDS);
  return { language, questions, number: 0, order: shuffle([1, 2, 3, 4]), score: 0, at: Date.now() };
}

function textsOf({ language, questions, number }) {
  return QUESTIONS[questions[number]][language];
}

function ask(game) {
  const texts = textsOf(game);
  const choices = game.order.map((place, index) => `${LETTERS[index]}. ${texts[place]}`);
  return [WORDS[game.language].ask(game.number + 1, texts[0]), ...choices].join("\n");
}

/** The game after an answer, and what to say to it. */
function judge(game, letter) {
  const words = WORDS[game.language];
  const isRight = game.order[LETTERS.indexOf(letter)] === 1;
  const next = {
    ...game,
    number: game.number + 1,
    order: shuffle(game.order),
    score: game.score + (isRight ? 1 : 0),
    at: Date.now(),
  };
  return { next, verdict: isRight ? words.right : words.wrong(textsOf(game)[1]) };
}

export async function handler({ bot, msg, storage }) {
  if (msg.type !== "text") return { handled: false };
  const said = msg.text.trim();
  const [language, command] = Object.hasOwn(COMMANDS, said.toLowerCase())
    ? COMMANDS[said.toLowerCase()]
    : [];
  const letter = LETTERS.find((each) => each === said.toUpperCase());
  if (command === undefined && letter === undefined) return { handled: false };

  const gameKey = `game/${msg.from}`;
  const bestKey = `best/${msg.from}`;
  const kept = await storage.get(gameKey);
  const game = kept !== null && Date.now() - kept.at <= PATIENCE ? kept : undefined;
  const best = (await storage.get(bestKey)) ?? 0;

  if (command === "start") {
    const started = newGame(language);
    await storage.set(gameKey, started);
    await bot.reply(msg, ask(started));
  } else if (command === "score") {
    await bot.reply(msg, WORDS[language].best(best));
  } else if (command === "stop") {
    await storage.delete(gameKey);
    await bot.reply(msg, game ? WORDS[language].stopped : WORDS[language].none);
  } else {
    // Without a game a letter is just a letter.
    if (game === undefined) return { handled: false };
    const { next, verdict } = judge(game, letter);
    if (next.number < ROUNDS) {
      await storage.set(gameKey, next);
      await bot.reply(msg, `${verdict}\n\n${ask(next)}`);
    } else {
      const record = Math.max(best, next.score);
      await storage.delete(gameKey);
      await storage.set(bestKey, record);
      await bot.reply(msg, `${verdict}\n\n${WORDS[game.language].end(next.score, record)}`);
    }
  }
  return { handled: true };
}
