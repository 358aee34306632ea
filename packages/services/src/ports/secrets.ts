/**
 * Encrypts what must not be readable where it is stored.
 *
 * `context` names the row and field that hold the text: a text that was copied to another row does
 * not open there.
 */
export interface Secrets {
  seal(text: string, context: string): Promise<string>;
  /** @throws {BotwrightError} `SECRET_UNREADABLE` when text, context or key is another one */
  open(sealed: string, context: string): Promise<string>;
}
