// Replies with autolinks and addresses that go on and on.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `<a@${"b-b.".repeat(10_000)}<aa:${"b".repeat(30_000)}${"<a@b".repeat(6_500)}https://${"a(".repeat(6_500)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
