// A handler that is a proxy with traps.
// expect: handled
export const handler = new Proxy(() => {}, {
  apply: (_target, self) => ({ handled: self === undefined }),
});
