/** What a player can say in a game, beside moves. */
export type GameCommand = "hint" | "score" | "quit" | "skip";

const COMMANDS: ReadonlyMap<string, GameCommand> = new Map([
  ["hint", "hint"],
  ["提示", "hint"],
  ["score", "score"],
  ["得分", "score"],
  ["quit", "quit"],
  ["stop", "quit"],
  ["退出", "quit"],
  ["结束", "quit"],
  ["skip", "skip"],
  ["跳过", "skip"],
  ["答案", "skip"],
]);

/** The command that a message is, read by `commandOf`. */
export function gameCommandOf(said: string): GameCommand | undefined {
  return COMMANDS.get(said);
}
