/** The name that bots have on the simulators, unless the options say another. */
export const BOT_NAME = "Simulated Bot";
