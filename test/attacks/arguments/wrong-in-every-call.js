// As many wrong members as may cross, spread over many calls at once.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService, bot, searchService }) {
  const wrong = new Array(2000).fill(0);
  const members = Object.fromEntries(wrong.map((_, index) => [`member ${index}`, index]));
  const attempts = [];
  for (let round = 0; round < 30; round++) {
    attempts.push(
      aiService.callModel({ model: "small", messages: wrong }),
      bot.reply({ ...members, from: wrong }, "text"),
      searchService.search("query", { maxResults: members }),
    );
  }
  const outcomes = await Promise.allSettled(attempts);
  const codes = new Set(outcomes.map(({ reason }) => reason?.code));
  if ([...codes].join() !== "INVALID_ARGUMENT,INVALID_QUERY") throw new Error([...codes].join());
  return { handled: true };
}
