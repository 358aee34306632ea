/**
 * What stands before the rest of what Feishu reads as markup in a text message: of a tag, which is a mention,
 * of everyone in the chat when it is `<at user_id="all">`, or a style; and of the address behind the words of
 * a link, `[words](address)`.
 *
 * @see https://open.feishu.cn/document/server-docs/im-v1/message-content-description/create_json
 */
const MARKUP = /<(?=\/?(?:at|a|b|i|u|s|img)(?:[\s/>]|$))|\](?=\(\s*[^\s()]*[.:])/gi;
/** A word joiner has no width, and what follows it is no markup. */
const JOINER = "\u2060";
const ESCAPED = /(?<=<)\u2060|(?<=\])\u2060(?=\()/g;

/**
 * Escapes the markup in a text, so that people see what a plugin wrote. Whether the
 * platform decodes character references in texts is not documented, so none are used.
 */
export function escapeTags(text: string): string {
  return text.replaceAll(MARKUP, `$&${JOINER}`);
}

/** A text as it was before {@link escapeTags}. */
export function unescapeTags(text: string): string {
  return text.replaceAll(ESCAPED, "");
}
