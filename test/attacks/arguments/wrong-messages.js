// A list of messages that are all wrong: the first one is named, and no other is looked at.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService }) {
  const messages = new Array(90_000).fill(0);
  const error = await aiService.callModel({ model: "small", messages }).catch((thrown) => thrown);
  if (!error.message.includes("messages[0] must be")) throw new Error(error.message);
  return { handled: error.code === "INVALID_ARGUMENT" && error.message.length < 500 };
}
