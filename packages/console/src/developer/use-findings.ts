import type { Finding } from "@botwright/inspect";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InspectAnswer, InspectQuestion } from "./inspect-worker.ts";

/** Milliseconds without typing before the code is inspected. */
const PAUSE_MS = 300;

/**
 * Inspects code during typing, by the rules of the host, in a worker. `undefined` until the first answer;
 * an answer about older code is ignored.
 */
export function useFindings(code: string): readonly Finding[] | undefined {
  const [findings, setFindings] = useState<readonly Finding[]>();
  const worker = useRef<Worker | undefined>(undefined);
  const last = useRef(0);
  useEffect(() => {
    const made = new Worker(new URL("./inspect-worker.ts", import.meta.url), { type: "module" });
    made.addEventListener("message", ({ data }: MessageEvent<InspectAnswer>) => {
      if (data.id === last.current) setFindings(data.findings);
    });
    worker.current = made;
    return () => made.terminate();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      last.current += 1;
      const question: InspectQuestion = { id: last.current, code };
      worker.current?.postMessage(question);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [code]);
  return findings;
}
