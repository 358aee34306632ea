/** @module-tag long */
import { describeCorpus } from "./attacks/corpus.ts";

// Other code runs beside an attack: more than one fast worker, moves between them.
describeCorpus(3, "even");
