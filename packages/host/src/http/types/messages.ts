import type { MessageItem, MessageState } from "../../messages/message-rows.ts";
import type { SetAsideItem } from "../../messages/messages.ts";
import type { MessageTraceView } from "../../messages/trace-view.ts";

/** The cursor and the length of a page. */
interface Paging {
  /**
   * `next` of the previous page: lists messages with a lower id.
   * @type uint64
   * @maximum 9007199254740991
   */
  before?: number;
  /**
   * @type uint32
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
}

/** Queries of `/api/messages`. */
export interface MessageQueries {
  MessageList: Paging & {
    /**
     * @type uint64
     * @maximum 9007199254740991
     */
    bot_id?: number;
    /**
     * The person who wrote the messages, as in the `chat` of a message.
     * @maxLength 500
     */
    chat?: string;
    state?: MessageState;
    /**
     * The slug of a plugin that ran in the last attempt.
     * @maxLength 64
     */
    plugin?: string;
    /**
     * Part of the message's text.
     * @maxLength 200
     */
    text?: string;
  };
  SetAsideList: Paging;
  RunOfMessage: {
    /**
     * The plugin's slug.
     * @maxLength 64
     */
    plugin: string;
  };
}

/** Answers of `/api/messages`. */
export interface MessageAnswers {
  Message: MessageItem;
  Messages: { items: MessageItem[]; next: number | null };
  MessageTrace: MessageTraceView;
  /** A file for `botwright replay`. */
  RecordedRun: object;
  /** Server-sent events; the data of each is a `Message`. */
  MessageEvents: string;
  SetAsideMessage: SetAsideItem;
  SetAsideMessages: { items: SetAsideItem[]; next: number | null };
}
