// Characters that show a reader something else than the machine.
// expect: handled
// repeat: "\u202e\u2066" 3
export const handler = () => {
  const text = "$REPEAT$";
  return { handled: text.length === 6 };
};
