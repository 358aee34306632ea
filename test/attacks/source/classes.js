// Classes that inherit from classes, within each other.
// expect: load PLUGIN_SYNTAX_ERROR | PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// repeat: "class extends " 15000
export const handler = $REPEAT$ Object {};
