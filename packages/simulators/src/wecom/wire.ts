/** The fields of the binding, and the secrets that the administrator enters next to the callback's URL. */
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

/** WeCom's type of a file; a file of one type cannot be sent as another. */
export type WecomMediaType = "image" | "voice" | "video" | "file";

/** The form of texts in XML: in CDATA, as in all public samples, or escaped with entities. */
export type TextStyle = "cdata" | "bare";

/** A message as XML: numbers as they are, texts in this style. */
export function toXml(fields: WecomFields, style: TextStyle): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? writeText(value, style) : String(value);
    return `<${name}>${text}</${name}>`;
  });
  return `<xml>${lines.join("\n")}</xml>`;
}

function writeText(text: string, style: TextStyle): string {
  if (style === "bare") return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
  // `]]>` cannot stand inside a section, so it is split over two.
  return `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // A numeric entity, because any character may be written so.
  '"': "&#34;",
  "'": "&apos;",
};
