/** Identifies a message of a bot. */
export interface MessageIdentity {
  readonly botDbId: number;
  /** The exact id of the message on its platform. */
  readonly messageId: string;
}

/** Identifies a run: one plugin handling one message. */
export interface RunIdentity extends MessageIdentity {
  /** The plugin's slug. */
  readonly plugin: string;
}
