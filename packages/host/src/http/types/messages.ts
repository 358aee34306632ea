import type { MessageItem, MessageState } from "../../messages/message-rows.ts";
import type { SetAsideItem } from "../../messages/messages.ts";
import type { MessageTraceView } from "../../messages/trace-view.ts";

/** Where a list goes on, and how long it is. */
interface Paging {
  /**
   * Messages with a lower id: `next` of the page before.
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
     * Who wrote it.
     * @maxLength 500
     */
    chat?: string;
    state?: MessageState;
    /**
     * The slug of a plugin that had a turn.
     * @maxLength 64
     */
    plugin?: string;
    /**
     * Part of its text.
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
  /** Events whose data is a `Message`. */
  MessageEvents: string;
  SetAsideMessage: SetAsideItem;
  SetAsideMessages: { items: SetAsideItem[]; next: number | null };
}
