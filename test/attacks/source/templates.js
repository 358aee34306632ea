// Templates within templates.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT
// repeat: "`${" 50000
export const handler = () => $REPEAT$;
