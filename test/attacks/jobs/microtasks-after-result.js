// Goes on queueing after the handler has returned, without waiting for it.
// expect: handled | SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
export async function handler({ bot, msg }) {
  const again = () => {
    bot.reply(msg, "after the end");
    queueMicrotask(again);
  };
  Promise.resolve()
    .then(() => {})
    .then(() => {})
    .then(() => {})
    .then(() => {})
    .then(() => {})
    .then(again);
  return { handled: true };
}
