import { type ActivityRecorder, createActivityRecorder } from "./activity-recorder.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { LoginView, PageLogin, PagePlatform, PageStatus } from "./platform.ts";

/** A platform on the page with what the events of its bot have told so far. */
export interface Place extends Omit<PagePlatform, "status" | "login"> {
  readonly connection: Connection;
  readonly recorder: ActivityRecorder;
  readonly status: () => PageStatus;
  readonly login: PlaceLogin | undefined;
}

/** The login of a platform, and how far it is. */
export interface PlaceLogin extends PageLogin {
  readonly view: () => LoginView;
}

/** Makes the {@link Place} of a platform. */
export function createPlace(given: PagePlatform): Place {
  const { status = { state: "connected" }, login } = given;
  const connection = createConnection(status, login !== undefined);
  return {
    ...given,
    connection,
    recorder: createActivityRecorder(given.platform),
    status: connection.status,
    login: login && { ...login, view: connection.login },
  };
}
