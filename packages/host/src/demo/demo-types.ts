import type { JsonValue } from "@botwright/core";

/** The body of `POST /v1/chat/completions`, as far as the demo reads it. */
export interface DemoChatRequest {
  model: string;
  messages: DemoMessage[];
  max_tokens?: number;
}

/** A message in OpenAI's format: a text, or parts of which some are pictures. */
export interface DemoMessage {
  role: string;
  content: JsonValue;
}

/** The body of `POST /v1/images/generations`, as far as the demo reads it. */
export interface DemoImageRequest {
  model: string;
  prompt: string;
  /** `<width>x<height>` in pixels. */
  size?: string;
}

/** An answer of the demo server. */
export interface DemoAnswer {
  readonly status: 200 | 400 | 403 | 404;
  readonly body: object;
}
