// Names a person by marks that Unicode sorts, which takes quadratic time.
// expect: handled
export async function handler({ bot }) {
  const marks = `a${"\u0300".repeat(4000)}${"\u0316".repeat(4000)}`;
  for (let turn = 0; turn < 30; turn++) await bot.sendTyping(marks);
  return { handled: true };
}
