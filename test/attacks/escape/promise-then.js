// The handler's own promise has its own `then`, which the bootstrap must not trust.
// expect: handled | PLUGIN_ERROR | PLUGIN_NEVER_SETTLED
export function handler({ bot, msg }) {
  const promise = Promise.resolve({ handled: true });
  promise.then = function (succeed, fail) {
    for (const found of [succeed, fail]) {
      if (typeof found !== "function") continue;
      try {
        found.constructor("return 1")();
        bot.reply(msg, "the bootstrap's function gave code");
      } catch {
        // Refused.
      }
    }
    succeed({ handled: true });
    succeed({ handled: false });
    return promise;
  };
  return promise;
}
