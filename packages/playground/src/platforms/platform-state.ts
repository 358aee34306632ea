import { createTraceRecorder, type TraceRecorder } from "@botwright/core";
import { type Connection, createConnection } from "./connection.ts";
import { createPeople, type People } from "./people.ts";
import {
  type LoginView,
  type PageLogin,
  type PagePlatform,
  type PageStatus,
  SAMPLE_USERS,
} from "./platform.ts";

/** A platform on the page, and the state that its bot's events have reported. */
export interface PlatformState extends Omit<
  PagePlatform,
  "status" | "login" | "user" | "nameOf" | "idOf"
> {
  readonly connection: Connection;
  readonly recorder: TraceRecorder;
  readonly status: () => PageStatus;
  readonly login: PlatformLogin | undefined;
  /** The people; the page first writes as the first one. */
  readonly people: People;
}

/** The login of a platform, and its progress. */
export interface PlatformLogin extends PageLogin {
  readonly view: () => LoginView;
}

/** Makes the {@link PlatformState} of a platform. */
export function createPlatformState(given: PagePlatform): PlatformState {
  const { login, user, nameOf, idOf, ...rest } = given;
  const canBind = rest.bindAt !== undefined;
  const { status = { state: canBind ? "stopped" : "connected" } } = given;
  const first = user ?? SAMPLE_USERS[given.platform];
  const connection = createConnection(status, { hasLogin: login !== undefined, canBind });
  return {
    ...rest,
    connection,
    recorder: createTraceRecorder(),
    status: connection.status,
    people: createPeople(first, { nameOf, idOf }),
    login: login && { ...login, view: connection.login },
  };
}
