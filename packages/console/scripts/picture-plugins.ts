/** A plugin that fails at every name it does not know. */
export const STOCK_PRICE = `export const meta = {
  slug: "stock-price",
  name: "Stock price",
  description: "price ACME: what a share costs",
  icon: "📈",
  category: "utility",
  version: "0.3.0",
  priority: 62,
  triggers: ["price"],
  permissions: { hosts: ["prices.example.com"] },
  config_schema: [
    { key: "currency", label: "Currency", type: "text", default: "EUR" },
    { key: "api_key", label: "Key of the price service", type: "password" },
  ],
};

export async function handler({ bot, msg, storage, config }) {
  const [, name] = /^price (\\w+)$/.exec(msg.text) ?? [];
  if (name === undefined) return { handled: false };
  const prices = (await storage.get("prices")) ?? { ACME: 41.5 };
  console.log("asked for", name);
  const price = prices[name].toFixed(2);
  await bot.reply(msg, "**" + name + "** " + price + " " + config.currency);
  return { handled: true };
}
`;

/** The same after its mending; it asks for more. */
export const STOCK_PRICE_UPDATE: string = STOCK_PRICE.replace('"0.3.0"', '"0.4.0"')
  .replace('hosts: ["prices.example.com"]', 'hosts: ["prices.example.com"], search: true')
  .replace(
    "  const price = prices[name].toFixed(2);\n",
    `  if (!(name in prices)) {
    await bot.reply(msg, "I know no price of " + name + ".");
    return { handled: true };
  }
  const price = prices[name].toFixed(2);
`,
  );

/** A new plugin that waits for its review. */
export const DAILY_QUOTE = `export const meta = {
  slug: "daily-quote",
  name: "Daily quote",
  description: "quote: a sentence to begin the day with",
  icon: "💬",
  category: "fun",
  triggers: ["quote"],
  permissions: { hosts: ["api.quotable.example"], ai: true },
};

export async function handler({ bot, msg }) {
  if (msg.text !== "quote") return { handled: false };
  const answer = await fetch("https://api.quotable.example/random");
  const { text, author } = await answer.json();
  await bot.reply(msg, text + " (" + author + ")");
  return { handled: true };
}
`;

/** A plugin that was rejected. */
export const COIN = `export const meta = {
  slug: "coin",
  name: "Coin",
  description: "coin: heads or tails",
  icon: "🪙",
  category: "game",
  triggers: ["coin"],
  permissions: { hosts: ["*"] },
};

export async function handler({ bot, msg }) {
  if (msg.text !== "coin") return { handled: false };
  await bot.reply(msg, Math.random() < 0.5 ? "heads" : "tails");
  return { handled: true };
}
`;

/** What the library shows of the plugin that fails. */
export const STOCK_PRICE_README = `# Stock price

Write \`price ACME\`, and the bot answers with the price of a share.

## Settings

| Setting | What it is |
| --- | --- |
| Currency | how prices are shown |
| Key | of [the price service](https://prices.example.com/keys) |

1. Get a key.
2. Enter it above.
3. Write **price ACME**.

> Prices are 15 minutes old.
`;
