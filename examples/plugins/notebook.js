// Keeps notes. Nothing in this file outlives a message: what must last goes into storage.
export const meta = {
  slug: "notebook",
  name: "Notebook",
  description:
    "“note milk” keeps a note, “notes” lists them, “notes file” sends them, “forget” removes them",
  icon: "📒",
  category: "utility",
  version: "1.0.0",
  priority: 65,
  triggers: ["note", "notes", "forget", "记", "笔记", "忘记"],
  permissions: { hosts: [] },
};

export async function handler({ bot, msg, storage }) {
  const key = `notes/${msg.from}`;
  const notes = (await storage.get(key)) ?? [];
  const said = msg.text.trim();

  const [, text] = /^(?:note|记)[\s:：]+(.+)$/is.exec(said) ?? [];
  if (text !== undefined) {
    await storage.set(key, [...notes, text]);
    await bot.reply(msg, `📒 Note **${notes.length + 1}** kept.`);
    return { handled: true };
  }
  if (/^(?:notes|笔记)$/i.test(said)) {
    const lines = notes.map((note, index) => `${index + 1}. ${note}`);
    await bot.reply(
      msg,
      notes.length === 0 ? "No notes yet. Try `note milk`." : `## Your notes\n${lines.join("\n")}`,
    );
    return { handled: true };
  }
  if (/^(?:notes file|笔记文件)$/i.test(said)) {
    const lines = ["Your notes:", ...notes].map((line) => `${line}\n`);
    await bot.sendFile(msg.from, Buffer.from(lines.join("")), "notes.txt");
    return { handled: true };
  }
  if (/^(?:forget|忘记)$/i.test(said)) {
    await storage.delete(key);
    await bot.reply(msg, "All notes are gone.");
    return { handled: true };
  }
  return { handled: false };
}
