// Changes what is built in while the file is loaded, when the global object is still open.
// expect: load PLUGIN_ERROR
Array.prototype.push = () => 0;
export async function handler() {}
