// Names people, files and models by megabytes of text, wherever a host call takes a name.
// expect: handled
export async function handler({ bot, msg, aiService }) {
  const long = "n".repeat(2_000_000);
  const calls = [
    () => bot.sendTyping(long),
    () => bot.sendText(long, "hello"),
    () => bot.reply({ ...msg, from: long }, "hello"),
    () => bot.reply({ ...msg, contextToken: long }, "hello"),
    () => bot.sendFile(msg.from, Buffer.from("a"), long),
    () => aiService.getModelInfo(long),
  ];
  for (const call of calls) {
    const code = await call().then(
      () => "done",
      (error) => error.code,
    );
    if (code !== "INVALID_ARGUMENT") throw new Error(`${call}: ${code}`);
  }
  return { handled: true };
}
