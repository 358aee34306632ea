// Replies with autolinks and addresses that go on and on.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `<a@${"b-b.".repeat(30_000)}<aa:${"b".repeat(90_000)}${"<a@b".repeat(20_000)}https://${"a(".repeat(20_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
