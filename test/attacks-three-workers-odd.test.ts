/** @module-tag long */
import { describeCorpus } from "./attacks/corpus.ts";

describeCorpus(3, "odd");
