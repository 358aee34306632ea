// Runs inside the context of the counted scanner: what a built-in function reads counts as well.
let work = 0;

/**
 * Replaces a method by one that adds `cost(result, this, first, second, lastIndex)` to the work. None of
 * these methods distinguishes a missing second argument from `undefined`; rest parameters would take as
 * long as the counting.
 */
function count(prototype, name, cost) {
  const method = prototype[name];
  prototype[name] = function (first, second) {
    const { lastIndex } = this;
    const result = method.call(this, first, second);
    work += cost(result, this, first, second, lastIndex);
    return result;
  };
}

function whole(result, text) {
  return text.length;
}

function resulting(result) {
  return result.length;
}

/** A search reads up to what it finds, or to the end. */
function search(result, text, wanted, from = 0) {
  return 1 + (result === -1 ? Math.max(0, text.length - from) : result + wanted.length - from);
}

/** Patterns that begin anywhere are tried at each place; sticky ones at one. */
function match(result, pattern, text, _second, lastIndex) {
  if (pattern.sticky) return 1 + (result === null ? 0 : result[0].length);
  const from = pattern.global ? lastIndex : 0;
  return 1 + (result === null ? text.length : result.index + result[0].length) - from;
}

count(String.prototype, "indexOf", search);
count(String.prototype, "lastIndexOf", whole);
count(String.prototype, "includes", (result, text, wanted, from) =>
  search(text.indexOf(wanted, from), text, wanted, from),
);
count(String.prototype, "slice", resulting);
count(String.prototype, "repeat", resulting);
for (const name of ["replace", "replaceAll", "trim", "toLowerCase", "toUpperCase", "split"]) {
  count(String.prototype, name, whole);
}
count(RegExp.prototype, "exec", match);
