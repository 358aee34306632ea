import type { AIModelCategory, AIUsage, ChatModelInput, ImageModelInput } from "@botwright/core";

/** One answer of a model. */
export interface AIAnswer {
  text?: string;
  /** For image models. */
  imageUrl?: string;
  /** @default a token for every four bytes of text, as a rule of thumb */
  usage?: AIUsage;
  /** The provider fails with this text; nothing is charged. */
  error?: string;
  /** Duration of the answer in virtual milliseconds. @default 0 */
  afterMs?: number;
}

/** An answer, or only its text. */
export type Answer = string | AIAnswer;

/** A model's answers: always the same one, a list in order, or a function. */
export type AIAnswers =
  | Answer
  | readonly Answer[]
  | ((input: ChatModelInput | ImageModelInput) => Answer | Promise<Answer>);

/** A model as a test describes it. */
export interface ModelScript {
  answers?: AIAnswers;
  /** @default "chat" */
  category?: AIModelCategory;
  /** Free models cost nothing and have an hourly limit. @default true, unless it has prices */
  free?: boolean;
  /** USD per million tokens; for images per thousand pictures. @default 0 */
  inputPrice?: number;
  /** USD per million tokens. @default 0 */
  outputPrice?: number;
  /** @default 1 */
  multiplier?: number;
}
