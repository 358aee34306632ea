/** A text for people, in English and Chinese. */
export interface LocalizedText {
  readonly en: string;
  readonly zh: string;
}
