import type { Extension } from "mdast-util-from-markdown";
import { entityAt } from "../inline/entities.ts";

/**
 * Keeps character references that chats do not use as they are written.
 *
 * The parser would replace all of HTML's names. This overrides the handler that runs when it leaves a
 * reference: the reference is put together again, and converted by the same table as in the linear scanner.
 */
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
