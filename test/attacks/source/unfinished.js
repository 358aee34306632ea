// Breaks off in the middle of a text.
// expect: load PLUGIN_SYNTAX_ERROR
export const handler = () => "never ended
