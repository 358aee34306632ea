/** The plugin file of an attack, and how many loads and calls of it run at once. */
export interface AttackPlan {
  readonly source: string;
  /** Calls at once. */
  readonly parallel: number;
  /** Loads at once, before each round of calls. */
  readonly loads: number;
}

/** The attacks by name, one for each way to harm other plugins. */
export const ATTACKS: Readonly<Record<string, AttackPlan>> = {
  "endless loop": calls("for (;;);"),
  "native loop": calls("const list = []; list.length = 2 ** 32 - 1; list.join('')"),
  "memory bomb": calls("const list = []; for (;;) list.push(new Uint8Array(1e6).fill(1))"),
  "full heap, then throws": calls(`const list = [];
    for (let size = 1e6; size >= 1; size = Math.floor(size / 2)) {
      try { for (;;) list.push(new Uint8Array(size)); } catch {}
    }
    throw { list, toString: () => "a".repeat(1e6) }`),
  "job flood": calls("for (;;) await null"),
  "host call flood": calls("for (;;) await storage.get('key')"),
  "slices just short of long ones": {
    ...calls("for (;;) { for (let i = 0; i < 25_000; i++); await storage.get('key') }"),
    parallel: 8,
  },
  "console flood": calls("for (;;) console.log('flood')"),
  "locale bomb":
    calls(`const names = Array.from({ length: 20000 }, (_, i) => "de-x-" + i.toString(36));
    for (;;) (1).toLocaleString(names)`),
  "answers flood": calls(
    "await Promise.all(Array.from({ length: 199 }, () => storage.get('megabyte')))",
  ),
  "wrong arguments": calls(`const wrong = Array.from({ length: 60000 }, () => ({}));
    for (;;) await storage.get(wrong).catch(() => {})`),
  "Markdown replies": calls(`for (let turn = 0; turn < 32; turn++) {
      await bot.reply(msg, ["[", "*a_", "> ", "- \`", "![a]("][turn % 5].repeat(30000)).catch(() => {});
    }`),
  "replies of many parts": calls(`for (let turn = 0; turn < 32; turn++) {
      await bot.reply(msg, ["e" + "\\u0301".repeat(30000), "\\n".repeat(60000), "a\\n\\n".repeat(20000)][turn % 3])
        .catch(() => {});
    }`),
  "replies that are too long": calls(`for (let turn = 0; turn < 32; turn++) {
      await bot.reply(msg, ["e" + "\\u0301".repeat(200000), "\\n".repeat(250000), "a\\n\\n".repeat(80000)][turn % 3])
        .catch(() => {});
    }`),
  "suspended memory": {
    ...calls(`const held = Array.from({ length: 60 }, (_, i) => new Uint8Array(1e6).fill(i + 1));
    await storage.get('slow');
    return { handled: held.length > 0 }`),
    parallel: 8,
  },
  "loads that hang": loads("new Array(2 ** 32 - 1).includes(1);"),
  "loads that fill their memory": loads(
    "const list = []; for (;;) list.push(new Uint8Array(1e6).fill(1));",
  ),
};

/** Finds the attack of a name. */
export function attackOf(name: string): AttackPlan {
  const plan = ATTACKS[name];
  if (plan === undefined) throw new Error(`the attacks are ${Object.keys(ATTACKS).join(", ")}`);
  return plan;
}

function calls(body: string): AttackPlan {
  const source = `export async function handler({ storage, bot, msg }) { ${body}; }`;
  return { source, parallel: 1, loads: 1 };
}

function loads(body: string): AttackPlan {
  return { source: `${body}\nexport async function handler() {}`, parallel: 1, loads: 4 };
}
