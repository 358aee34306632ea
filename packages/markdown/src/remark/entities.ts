import type { Extension } from "mdast-util-from-markdown";
import { entityAt } from "../entities.ts";

/** Keeps character references that chats do not use as they are written. */
export const keepUnknownEntities: Extension = {
  exit: {
    characterReferenceValue(token): void {
      const type = this.data.characterReferenceType;
      const marker = {
        characterReferenceMarkerNumeric: "#",
        characterReferenceMarkerHexadecimal: "#x",
      };
      const source = `&${type === undefined ? "" : marker[type]}${this.sliceSerialize(token)};`;
      this.data.characterReferenceType = undefined;
      const tail = this.stack.at(-1);
      if (tail !== undefined && "value" in tail) tail.value += entityAt(source, 0)?.value ?? source;
    },
  },
};
