import { SimulatorError } from "../errors.ts";

/** A member of the corp to whom the app is visible. */
export interface Member {
  /** The UserID in the spelling in which it was first written. */
  readonly id: string;
  readonly name: string;
}

/** The members; the case of a UserID makes no difference. */
export class Members {
  readonly #members = new Map<string, Member>();

  /**
   * Makes a member known, by the newest name; without a name by the UserID.
   *
   * @throws SimulatorError `INVALID_INPUT` for an id that no member can have
   */
  introduce(id: string, name?: string): Member {
    if (!/^[\w@.-]{1,64}$/.test(id)) {
      throw new SimulatorError(
        "INVALID_INPUT",
        `"${id}" cannot be a UserID of WeCom; use 1 to 64 letters, digits, _, -, @ or dots.`,
      );
    }
    const known = this.find(id);
    const member = { id: known?.id ?? id, name: name ?? known?.name ?? id };
    this.#members.set(id.toLowerCase(), member);
    return member;
  }

  find(id: string): Member | undefined {
    return this.#members.get(id.toLowerCase());
  }

  all(): readonly Member[] {
    return [...this.#members.values()];
  }

  ids(): string[] {
    return Array.from(this.#members.values(), ({ id }) => id);
  }

  /** The member, created now if they are new. */
  person(id: string): Member {
    return this.find(id) ?? this.introduce(id);
  }
}
