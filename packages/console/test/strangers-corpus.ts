/** Texts that strangers might write to make a page run, load or show what it must not. */
export const CORPUS: readonly string[] = [
  // Tags and attributes
  `<script>owned=1</script>`,
  `</textarea></title></style></script><script>owned=1</script>`,
  `<img src=x onerror="owned=1">`,
  `<IMG SRC=x OnErRoR=owned=1//`,
  `<img/src/onerror=owned=1>`,
  `"><img src=x onerror=owned=1>`,
  `' onmouseover='owned=1' autofocus onfocus='owned=1`,
  `<iframe srcdoc="<script>parent.owned=1</script>"></iframe>`,
  `<object data="data:text/html,<script>owned=1</script>"></object>`,
  `<embed src="javascript:owned=1">`,
  `<body onload=owned=1>`,
  `<details open ontoggle=owned=1><summary>x</summary></details>`,
  `<input autofocus onfocus=owned=1>`,
  `<form action="javascript:owned=1"><button>x</button></form>`,
  `<base href="https://attacker.example/">`,
  `<link rel=stylesheet href="https://attacker.example/x.css">`,
  `<meta http-equiv="refresh" content="0;url=https://attacker.example/">`,
  `<style>@import "https://attacker.example/x.css"; body{display:none}</style>`,
  `<video><source onerror=owned=1></video>`,
  `<a href="javascript:owned=1" ping="https://attacker.example/">x</a>`,
  // SVG and MathML
  `<svg onload=owned=1>`,
  `<svg><script>owned=1</script></svg>`,
  `<svg><foreignObject><img src=x onerror=owned=1></foreignObject></svg>`,
  `<svg><a xlink:href="javascript:owned=1"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin=owned=1 attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=owned=1></style>`,
  `<math href="javascript:owned=1">x</math>`,
  // Links of Markdown
  `[x](javascript:owned=1)`,
  `[x](JaVaScRiPt:owned=1)`,
  `[x](java\tscript:owned=1)`,
  `[x](\u0001javascript:owned=1)`,
  `[x](javascript&colon;owned=1)`,
  `[x](&#106;avascript:owned=1)`,
  `[x](java\nscript:owned=1)`,
  `[x](data:text/html,<script>owned=1</script>)`,
  `[x](data:text/html;base64,PHNjcmlwdD5vd25lZD0xPC9zY3JpcHQ+)`,
  `[x](vbscript:owned=1)`,
  `[x](blob:https://attacker.example/x)`,
  `[x](//attacker.example/x)`,
  `[x](\\\\attacker.example\\x)`,
  `[x](https://attacker.example/" onmouseover="owned=1)`,
  `[x](https://user:password@attacker.example/)`,
  `[x]: javascript:owned=1`,
  `<javascript:owned=1>`,
  `<https://attacker.example/?a=<script>owned=1</script>>`,
  `![x](https://attacker.example/pixel.png)`,
  `![x](x" onerror="owned=1)`,
  `[![x](javascript:owned=1)](javascript:owned=1)`,
  // Comments, entities, templates
  `<!-- --><script>owned=1</script> -->`,
  `<!--[if gte IE 5]><script>owned=1</script><![endif]-->`,
  `<![CDATA[<script>owned=1</script>]]>`,
  `&lt;script&gt;owned=1&lt;/script&gt;`,
  `&#60;img src=x onerror=owned=1&#62;`,
  `{{constructor.constructor('owned=1')()}}`,
  `\${owned=1}`,
  `{name} {count} {plugin} %s $& $1`,
  `__proto__`,
  `constructor`,
  // Directions and widths
  `\u202egnp.exe\u202c`,
  `\u2067\u202emoc.rekcatta\u2069 https://example.org`,
  `\u200f\u200e\u061c\ufeff\u200b`,
  `Z\u0351\u036f\u0300\u0301\u0302a\u0315\u031b\u0321l\u0324g\u0334o`,
  `😀👨‍👩‍👧‍👦🏳️‍🌈`,
  "w".repeat(300),
  "漢".repeat(150),
  `https://example.org/${"x".repeat(200)}`,
  // Characters that a database or a parser may not take
  `a\u0000b<script>owned=1</script>`,
  `\ud800<script>owned=1</script>\udc00`,
  `\u001b[31mred\u0007\b`,
  `line\r\nSet-Cookie: owned=1`,
];

/** A readme that has a text in every place that its Markdown knows. */
export function readmeOf(text: string): string {
  return `# ${text}

${text}

> ${text}

- ${text}

1. ${text}

| ${text} | b |
| --- | --- |
| ${text} | c |

\`${text}\` **${text}** *${text}* [${text}](https://example.org/) [x](${text}) ![${text}](${text})

\`\`\`${text}
${text}
\`\`\`

${text}
`;
}

/** What of the corpus a field takes that refuses NUL and halves of surrogate pairs. */
export const WELL_FORMED: readonly string[] = CORPUS.filter(
  (text) => text.isWellFormed() && !text.includes("\0"),
);

/** What of the corpus a name takes: no control characters either. */
export const NAMES: readonly string[] = WELL_FORMED.filter(
  (text) => !/\p{Cc}/u.test(text) && text.length <= 100,
);
