import type { Client, TestApp } from "../test-app.ts";

/** The users whom the table-driven test has. */
export interface World {
  readonly app: TestApp;
  /** Has what the rows make. */
  readonly owner: Client;
  readonly other: Client;
}

/** A request that succeeds. */
export interface GoodRequest {
  /** Who may send it. @default the owner, or the administrator for their endpoints */
  readonly client?: Pick<Client, "send">;
  /** Values of the path's parameters, of objects that belong to the owner. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An endpoint in the table: how to use it well. Everything that is wrong comes from the document. */
interface Row {
  /** Makes what the request needs, anew for every use. */
  readonly prepare?: (world: World) => Promise<GoodRequest> | GoodRequest;
  /** What another user gets for the owner's object: 404, unless everybody sees it. @default 404 */
  readonly others?: 404 | "the same";
  /** Why the answer to a good request is an error here: its status. */
  readonly fails?: number;
}

/** Rows by `<METHOD> <path of the document>`. */
export type Rows = Readonly<Record<string, Row>>;

let names = 0;

/** A name that no other row uses. */
export function newName(): string {
  names += 1;
  return `name-${names}`;
}
