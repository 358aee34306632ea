/** A kind of text that makes careless converters slow; `n` is about its length. */
export interface Attack {
  name: string;
  text: (n: number) => string;
}

function repeat(unit: string, n: number): string {
  return unit.repeat(Math.ceil(n / unit.length));
}

/** `unit` over and over. */
function of(unit: string, before = "", after = ""): Attack {
  return { name: `${before}(${unit})×n${after}`, text: (n) => before + repeat(unit, n) + after };
}

/** Half `first`, half `second`. */
function halves(first: string, second: string, middle = ""): Attack {
  return {
    name: `(${first})×n${middle}(${second})×n`,
    text: (n) => repeat(first, n / 2) + middle + repeat(second, n / 2),
  };
}

/** Backtick runs of growing length: no two fit. */
const backticks: Attack = {
  name: "backtick runs of growing length",
  text: (n) => {
    let out = "";
    for (let size = 1; out.length < n; size += 1) out += `${"`".repeat(size)} a`;
    return out;
  },
};

/** Titles that all end at one parenthesis; blanks and a letter behind it keep each from being one. */
const titlesWithOneEnd: Attack = {
  name: "titles with one end, blanks behind it",
  text: (n) => `${repeat("[a](b (", n / 2)})${" ".repeat(n / 2)}x`,
};

const deepBullets: Attack = {
  name: "bullets nested ever deeper",
  text: (n) => {
    let out = "";
    for (let level = 0; out.length < n; level += 1) out += `${"  ".repeat(level)}- a\n`;
    return out;
  },
};

export const attacks: readonly Attack[] = [
  of("- ", "", "a"),
  of(">", "", "a"),
  of("> ", "", "a"),
  halves("a**b", "c* "),
  of("[a](<b"),
  of("**a* "),
  of("*a **a ", "", repeat("b** c* ", 5000)),
  halves("*a **a ", "b** c* ", "b"),
  deepBullets,
  { name: "a, line feeds, b", text: (n) => `a${"\n".repeat(n)}b` },
  backticks,
  of("![[]()"),
  of("["),
  halves("[", "]"),
  halves("[", "](a)"),
  of("[a]", "[a]: /x\n\n"),
  halves("[", "]", "[a]: /x\n\n"),
  of("[a][b", "[a]: /x\n\n"),
  of("[a]: /x\n"),
  of("[^a]", "[^a]: x\n\n"),
  of("[^"),
  of("<!--"),
  of("<!-- a -->"),
  of('<a b="'),
  of("<a b='<a b=\""),
  of("<a "),
  of("<?a"),
  of("<!A"),
  of("<![CDATA["),
  of("<a@"),
  of("<https:"),
  of("https://("),
  of("a://"),
  of("&#1"),
  of("\\"),
  of("*_"),
  of("*a_ "),
  of("~~a "),
  of("***a **b *c "),
  of("_a__ "),
  of("*^ "),
  of("(*^_^*)"),
  of("`a "),
  of("`` ` "),
  of("# "),
  of("#", "# "),
  of("|"),
  of("a\n|-|\n"),
  of("|a", "|a|\n|-|\n"),
  of("a|-\n"),
  of("-|-\n"),
  of("```\n"),
  of("1. "),
  of("- a\n\n"),
  halves("- ", "\n", "a"),
  halves("- ", "> \n", "> a\n"),
  of("- -\t"),
  of(" "),
  of(" ", "a", "b"),
  of("a  \n"),
  of(" \n", "- a\n"),
  of("\t", "", "a"),
  of("===\n", "a\n"),
  of("--\n"),
  of("![](a) "),
  of("<br>"),
  of("\0"),
  of("\r"),
  of("字*字"),
  of("**字，**"),
  of(">_<\n"),
  of("- [ ] "),
  of('[a](b "'),
  of("[a]((((((((((((((((((((((((("),
  of("[a](\\("),
  of("_", "a", "b"),
  of("*", "a ", "b"),
  of("http://a.b/*"),
  of("[a](b ("),
  of("[a](b '"),
  of("[a](b (\\) "),
  of("[a](b (", "", ")x"),
  titlesWithOneEnd,
  of("[a](b \n("),
  of("[a](<b> (c\n"),
  of("[a](b (c) [d](e ("),
  of("[a](b ([c](d '[e](f \""),
  of("![a](b ("),
  of("![[a](b ("),
  of("[a](b (", "[a]: /x\n(t)\n\n"),
  of("[a](b (", "a|b\n-|-\n|", "|"),
  of("- [a](b (\n  "),
  of("[a]: /x\n("),
  of("[a]: /x\n(\n\n"),
  of("[a]: /x\n'\n"),
  of("[a](b"),
  of("[a](b(c)"),
  of("[^b][a][", "[^b]: y\n[a]: /x\n\n"),
  of("<a b='<a c=\""),
  of("<a b c = d "),
  halves("<a ", " ", "b"),
  of("b-b.", "<a@", "-"),
  of("b", "<", "@"),
  of("b", "<aa:"),
  of("<a@b.c-"),
  of("*（字_（）_"),
  of("**a [*b](c) "),
];
