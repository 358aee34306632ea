import { describeCorpus } from "./attacks/corpus.ts";

describeCorpus(1, "odd");
