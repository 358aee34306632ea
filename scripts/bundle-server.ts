/** Bundles the server of `npm start`, which then starts in a fraction of the time. */
import { fileURLToPath } from "node:url";
import { bundleThreads } from "./bundle-threads.ts";
import { bundlePrograms } from "./bundle.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Below the host's package, for the server imports the PostgreSQL of this system by its name. */
const folder = own("../packages/host/node_modules/.server");
await bundleThreads(folder);
// Last, for it says that all is there.
await bundlePrograms({ main: own("../packages/host/src/server/main.ts") }, folder);
