import { useData } from "../../ui/data/use-data.ts";
import { hasSimulators, readCredentials } from "./simulators.ts";

/**
 * The credentials of a platform on this host's simulators; `undefined` when the host has none, or while
 * that is not known yet.
 */
export function useSimulated(platform: string): Readonly<Record<string, string>> | undefined {
  return useData(async () => {
    if (!(await hasSimulators())) return undefined;
    return (await readCredentials())[platform] ?? {};
  }, [platform]).data;
}
