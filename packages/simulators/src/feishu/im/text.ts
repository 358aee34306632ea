/** The tags of a text message. In a post they are plain text. */
const AT = /<at\s+user_id="([^"]*)"\s*>([^<]*)<\/at>/gi;
const STYLE = /<\/?(?:b|i|u|s)>/gi;
/** A link: its text and its address. */
const LINK = /\[([^[\]]*)\]\(https?:\/\/[^\s()]+\)/gi;
/** A word joiner is invisible; it prevents the following characters from being a tag or an address. */
const JOINED = /(?<=[<\]])\u2060/g;

/** The text that a person sees: tags become mentions or disappear, and links show only their text. */
export function shownText(text: string): string {
  return text
    .replaceAll(AT, (_tag, user: string, name: string) => `@${name || user}`)
    .replaceAll(STYLE, "")
    .replaceAll(LINK, "$1")
    .replaceAll(JOINED, "");
}
