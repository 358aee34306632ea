import typia from "typia";
import type { TaskMessage } from "../src/protocol/protocol.ts";

/** Whether a worker's message of a task is one. */
export const isTaskMessage: (input: unknown) => input is TaskMessage =
  typia.createIs<TaskMessage>();
