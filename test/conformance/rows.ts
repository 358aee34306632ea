import { accessRows } from "./rows/access.ts";
import { httpRows } from "./rows/http.ts";
import { limitRows } from "./rows/limits.ts";
import { messageRows } from "./rows/messages.ts";
import { pluginRows } from "./rows/plugins.ts";
import { publicationRows } from "./rows/publication.ts";
import type { Row } from "./rows/row.ts";
import { runtimeRows } from "./rows/runtime.ts";
import { serviceRows } from "./rows/service.ts";

/** What the specification promises, in its order. */
export const ROWS: readonly Row[] = [
  ...serviceRows,
  ...messageRows,
  ...pluginRows,
  ...publicationRows,
  ...httpRows,
  ...runtimeRows,
  ...accessRows,
  ...limitRows,
];
