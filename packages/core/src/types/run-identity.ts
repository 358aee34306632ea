/** Which message of which bot an event is about. */
export interface MessageIdentity {
  readonly botDbId: number;
  /** The exact id of the message on its platform. */
  readonly messageId: string;
}

/** Which run an event is about: one plugin's turn at one message. */
export interface RunIdentity extends MessageIdentity {
  /** The plugin's slug. */
  readonly plugin: string;
}
