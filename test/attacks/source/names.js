// Sixty thousand variables.
// expect: handled | load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: ",[]" 60000
const list = [0 $REPEAT$];
export const handler = () => ({ handled: list.length > 1 });
