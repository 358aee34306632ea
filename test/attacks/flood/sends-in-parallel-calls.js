// Ten calls send as often as one may.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
// sent: 320
export async function handler({ bot, msg }) {
  await Promise.all(Array.from({ length: 32 }, (_, turn) => bot.reply(msg, `# ${turn}`)));
  return { handled: true };
}
