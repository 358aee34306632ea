import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { type TrialResult, type TrialTurn, TrialTurnView } from "./trial-turn.tsx";

/** The host's answer about a conversation. */
interface Conversation {
  readonly turns: readonly TrialTurn[];
  readonly isComplete: boolean;
}

const NOTHING: Conversation = { turns: [], isComplete: true };
const MAX_MESSAGES = 20;

/**
 * A conversation with a plugin. Each message runs the whole conversation again, so that changed code answers
 * all messages.
 */
export function TrialPanel({
  hint,
  text: begun = "",
  onSay,
}: {
  readonly hint: string;
  /** The initial text of the field. */
  readonly text?: string;
  /** Runs a conversation. */
  readonly onSay: (messages: string[]) => Promise<TrialResult>;
}): JSX.Element {
  const { t } = useLanguage();
  const [{ turns, isComplete }, setConversation] = useState(NOTHING);
  const [round, setRound] = useState(0);
  /** Counts the conversations, because an answer may belong to one that was left. */
  const begins = useRef(0);
  const isFull = turns.length >= MAX_MESSAGES;

  async function say(text: string): Promise<void> {
    const messages = [...turns.map((turn) => turn.text), text];
    const own = begins.current;
    const result = await onSay(messages);
    if (own !== begins.current) return;
    setConversation({ turns: result.turns, isComplete: result.is_complete });
    setRound((before) => before + 1);
  }

  function startOver(): void {
    if (turns.length === 0) return;
    begins.current += 1;
    setConversation(NOTHING);
  }

  return (
    <section class="card trial" aria-labelledby="trial-title">
      <div class="row">
        <h2 id="trial-title">{t("dev.trial")}</h2>
        <button
          type="button"
          // Not `disabled`, because a disabled button loses the focus.
          aria-disabled={turns.length === 0}
          onClick={startOver}
        >
          {t("dev.startOver")}
        </button>
      </div>
      <p class="quiet">{hint}</p>
      <ol class="turns" aria-live="polite">
        {turns.map((turn, index) => (
          <TrialTurnView key={`${index}/${turn.text}`} turn={turn} />
        ))}
      </ol>
      {turns.length === 0 && <p class="quiet">{t("dev.trialEmpty")}</p>}
      {!isComplete && <p class="warn">{t("dev.incomplete")}</p>}
      {isFull ? (
        <p class="warn">{t("dev.trialFull")}</p>
      ) : (
        <Form submit={t("dev.send")} onSubmit={(text) => say(text("message"))}>
          {/* A new field after each message: it is empty. */}
          <TextField
            key={round}
            label={t("dev.message")}
            name="message"
            value={round === 0 ? begun : ""}
            required
            maxlength={4000}
            autocomplete="off"
          />
        </Form>
      )}
    </section>
  );
}
