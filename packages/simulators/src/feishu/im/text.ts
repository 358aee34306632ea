/** The tags of a text message. In a post they are words like any others. */
const AT = /<at\s+user_id="([^"]*)"\s*>([^<]*)<\/at>/gi;
const STYLE = /<\/?(?:b|i|u|s)>/gi;
/** Words with an address. */
const LINK = /\[([^[\]]*)\]\(https?:\/\/[^\s()]+\)/gi;
/** A word joiner, which is not seen, keeps what follows from being a tag, or an address. */
const JOINED = /(?<=[<\]])\u2060/g;

/** What a person sees of a text message: tags are mentions and styles, and addresses are behind words. */
export function shownText(text: string): string {
  return text
    .replaceAll(AT, (_tag, user: string, name: string) => `@${name || user}`)
    .replaceAll(STYLE, "")
    .replaceAll(LINK, "$1")
    .replaceAll(JOINED, "");
}
