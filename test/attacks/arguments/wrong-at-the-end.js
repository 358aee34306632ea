// A list of messages of which the last one is wrong, in the last place where one looks.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService }) {
  const messages = new Array(6000).fill({ role: "user", content: [{ type: "text", text: "x" }] });
  messages.push({ role: "user" });
  const error = await aiService.callModel({ model: "small", messages }).catch((thrown) => thrown);
  if (!error.message.includes("messages[6000].content must")) throw new Error(error.message);
  return { handled: error.code === "INVALID_ARGUMENT" };
}
