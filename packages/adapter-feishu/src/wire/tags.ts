/**
 * The start of what Feishu reads as a tag in a text message: a mention, which notifies everyone
 * in the chat when it is `<at user_id="all">`, or a style.
 *
 * @see https://open.feishu.cn/document/server-docs/im-v1/message-content-description/create_json
 */
const TAG = /<(?=\/?(?:at|a|b|i|u|s|img)(?:[\s/>]|$))/gi;
/** A word joiner has no width, and `<` before it begins no tag. */
const ESCAPED = "<\u2060";

/**
 * Escapes the tags in a text, so that people see what a plugin wrote. Whether the
 * platform decodes character references in texts is not documented, so none are used.
 */
export function escapeTags(text: string): string {
  return text.replaceAll(TAG, ESCAPED);
}

/** A text as it was before {@link escapeTags}. */
export function unescapeTags(text: string): string {
  return text.replaceAll(ESCAPED, "<");
}
