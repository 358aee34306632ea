// Patterns within patterns.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: "[" 100000
const $REPEAT$ = 1;
export const handler = () => {};
