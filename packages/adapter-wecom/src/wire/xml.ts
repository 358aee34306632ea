import { isObject, textOf } from "@botwright/adapter-kit";
import { XMLParser } from "fast-xml-parser";
import type { XmlElements } from "../wire.ts";

/** The parser's names for nodes of CDATA, in which `&amp;` is not an entity, and for their text. */
const CDATA = "#cdata";
const TEXT = "#text";

/**
 * Leaves texts unchanged, because an id does not fit into a number, white space belongs to a message, and entities
 * are decoded below, where text and CDATA are distinguished.
 */
const parser = new XMLParser({
  preserveOrder: true,
  cdataPropName: CDATA,
  textNodeName: TEXT,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
});

/** The most tags and CDATA sections that are parsed; WeCom's documents have some 40, and thousands would take long. */
const MAX_TAGS = 500;

/**
 * Parses a flat `<xml>` document into its elements by name; `undefined` when it is not one. A document
 * with a document type or an entity declaration is refused: nested entities could expand without end.
 */
export function readXml(xml: string): XmlElements | undefined {
  if (hasDeclaration(xml) || hasTooManyTags(xml)) return undefined;
  let document: unknown;
  try {
    document = parser.parse(xml);
  } catch {
    return undefined;
  }
  const [root] = childrenOf(document, "xml");
  if (root === undefined) return undefined;
  const fields: (readonly [string, string])[] = [];
  for (const element of root) {
    const name = isObject(element) ? Object.keys(element)[0] : undefined;
    if (name === undefined || name === TEXT || name === CDATA) continue;
    const [parts = []] = childrenOf([element], name);
    fields.push([name, parts.map(readPart).join("")]);
  }
  return Object.fromEntries(fields);
}

/** The children of each node with this name; in the parser's output, every node is an object with one such key. */
function childrenOf(nodes: unknown, name: string): unknown[][] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown) => {
    const children = isObject(node) ? node[name] : undefined;
    return Array.isArray(children) ? [children] : [];
  });
}

function readPart(part: unknown): string {
  if (!isObject(part)) return "";
  const [cdata] = childrenOf([part], CDATA);
  if (cdata === undefined) return decodeEntities(textOf(part[TEXT]));
  return cdata.map((node) => (isObject(node) ? textOf(node[TEXT]) : "")).join("");
}

/** Counts tags. Skips the content of CDATA, because texts are in CDATA and may have any number of `<`. */
function hasTooManyTags(xml: string): boolean {
  let count = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    if (++count > MAX_TAGS) return true;
    if (!xml.startsWith("<![CDATA[", at)) continue;
    const end = xml.indexOf("]]>", at);
    if (end < 0) return false;
    at = end;
  }
  return false;
}

/** Whether there is a `<!` outside of CDATA, which begins a declaration or a comment; WeCom sends neither. */
function hasDeclaration(xml: string): boolean {
  for (let at = xml.indexOf("<!"); at >= 0; at = xml.indexOf("<!", at)) {
    const end = xml.startsWith("<![CDATA[", at) ? xml.indexOf("]]>", at) : -1;
    if (end < 0) return true;
    at = end;
  }
  return false;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const MAX_CODE_POINT = 0x10_ff_ff;

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (entity, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return NAMED[name] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
    },
  );
}
