// Sloppy code that a module cannot be.
// expect: load PLUGIN_SYNTAX_ERROR
export const handler = () => {};
delete handler;
var octal = 010;
