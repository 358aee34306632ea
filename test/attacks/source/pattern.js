// A pattern of groups within groups.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: "(" 100000
export const handler = () => /$REPEAT$/;
