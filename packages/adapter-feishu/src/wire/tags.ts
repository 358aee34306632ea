/**
 * Matches the beginning of Feishu's markup in a text message: of a tag, which is a style or a mention (for example of
 * everyone in the chat with `<at user_id="all">`), or of the address in a link, `[words](address)`. A joiner after
 * the match disables the markup.
 *
 * @see https://open.feishu.cn/document/server-docs/im-v1/message-content-description/create_json
 */
const MARKUP = /<(?=\/?(?:at|a|b|i|u|s|img)(?:[\s/>]|$))|\](?=\(\s*[^\s()]*[.:])/gi;
/** The word joiner: it has no width, and Feishu does not treat the characters after it as markup. */
const JOINER = "\u2060";
const ESCAPED = /(?<=<)\u2060|(?<=\])\u2060(?=\()/g;

/**
 * Escapes the markup in a text, so that people see what a plugin wrote. Whether the
 * platform decodes character references in texts is not documented, so none are used.
 */
export function escapeTags(text: string): string {
  return text.replaceAll(MARKUP, `$&${JOINER}`);
}

/** The text before {@link escapeTags}. */
export function unescapeTags(text: string): string {
  return text.replaceAll(ESCAPED, "");
}
