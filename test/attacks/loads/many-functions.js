// As much source as a file may have, all of it functions; four copies at once.
// expect: handled | load SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 1000 }
// repeat: "(a,b=()=>a)=>{let c=`${a}`;for(const d of b)c+=d;return c}," 4200
// loads: 4
const all = [$REPEAT$];
export async function handler() {
  return { handled: all.length === 4200 };
}
