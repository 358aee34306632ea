// A sum of sixty thousand terms.
// expect: handled | load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: "1+" 60000
export const handler = () => ({ handled: $REPEAT$ 1 > 0 });
