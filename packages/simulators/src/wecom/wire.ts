/** The binding inputs and what the administrator enters beside the callback's address. */
export interface WecomAppCredentials {
  readonly corp_id: string;
  readonly agent_id: string;
  readonly secret: string;
  readonly token: string;
  readonly encoding_aes_key: string;
}

/** The fields of a callback message, in the order in which they are written. */
export type WecomFields = Readonly<Record<string, string | number | bigint>>;

/** The JSON of an answer without `errcode` and `errmsg`. */
export type WecomAnswer = Readonly<Record<string, unknown>>;

/** What a file is to WeCom; a file of one kind cannot be sent as another. */
export type WecomMediaType = "image" | "voice" | "video" | "file";

/** How texts stand in XML: in CDATA, as in all public samples, or bare with entities. */
export type TextStyle = "cdata" | "bare";

/** A message as XML: numbers bare, texts as the style says. */
export function toXml(fields: WecomFields, style: TextStyle): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? writeText(value, style) : String(value);
    return `<${name}>${text}</${name}>`;
  });
  return `<xml>${lines.join("\n")}</xml>`;
}

function writeText(text: string, style: TextStyle): string {
  if (style === "bare") return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
  // The end mark cannot stand inside a section, so it is spread over two.
  return `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // By its number, as any character may be.
  '"': "&#34;",
  "'": "&apos;",
};
