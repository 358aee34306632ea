/** The default name of bots on the simulators. */
export const BOT_NAME = "Simulated Bot";
