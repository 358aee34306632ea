// Few characters, many bytes.
// expect: load PLUGIN_TOO_LARGE
// repeat: "\u6587" 90000
export const handler = () => ({ handled: true });
/* $REPEAT$ */
