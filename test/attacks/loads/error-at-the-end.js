// A syntax error after a quarter of a megabyte, again and again.
// expect: load PLUGIN_SYNTAX_ERROR | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 1000 }
// repeat: "function f(a){return a?{a}:[a,/a/u]}" 7000
// loads: 2
// reloads: 2
$REPEAT$
export async function handler() {} ]
