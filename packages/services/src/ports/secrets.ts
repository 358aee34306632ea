/**
 * Encrypts values that must not be readable where they are stored.
 *
 * `context` identifies the row and field of the text: a text that was copied to another row cannot be
 * opened there.
 */
export interface Secrets {
  seal(text: string, context: string): Promise<string>;
  /** @throws {BotwrightError} `SECRET_UNREADABLE` when text, context or key do not match */
  open(sealed: string, context: string): Promise<string>;
}
