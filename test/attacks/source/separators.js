// Line separators within texts and comments.
// expect: handled
// repeat: "\u2028" 1
// $REPEAT$export const early = 1;
export const handler = () => ({ handled: "$REPEAT$".length === 1 });
