// A hundred thousand parentheses.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT
// repeat: "(" 100000
export const handler = () => $REPEAT$;
