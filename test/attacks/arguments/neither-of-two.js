// Input that is neither for a chat nor for an image model, or both at once, with much in it.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService }) {
  const wrong = new Array(20_000).fill({ type: "text" });
  const inputs = [
    { model: "small", content: wrong },
    { model: "small", messages: wrong, imagePrompt: wrong },
    { model: "small", messages: null, imagePrompt: wrong },
    { model: wrong, messages: [] },
    wrong,
  ];
  for (const input of inputs) {
    const error = await aiService.callModel(input).catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  }
  return { handled: true };
}
