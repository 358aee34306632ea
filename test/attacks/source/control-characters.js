// Control characters between the words; what follows a NUL must not be hidden from the machine.
// expect: load PLUGIN_SYNTAX_ERROR
// repeat: "\u0000" 1
export const handler = () => ({ handled: true });
$REPEAT$
throw new Error("hidden");
