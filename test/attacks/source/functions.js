// Functions within functions.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: "()=>{" 40000
export const handler = $REPEAT$;
