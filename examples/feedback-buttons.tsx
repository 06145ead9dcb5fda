/**
 * Feedback of end users in React: two buttons and a comment field below an answer. The feedback is sent with the token
 * of the answer.
 */
import { type ReactNode, useState } from "react";

/**
 * Result of `client.feedbackToken(answer)`. The application's server creates it, and sends it to the page with the
 * answer.
 */
export interface FeedbackButtonsProps {
  readonly token: string;
  readonly url: string;
}

type State = "open" | "sending" | "sent" | "failed";

export function FeedbackButtons({ token, url }: FeedbackButtonsProps): ReactNode {
  const [value, setValue] = useState<number>();
  const [state, setState] = useState<State>("open");

  const send = async (feedback: { readonly value: number; readonly comment?: string }): Promise<void> => {
    setState("sending");
    const response = await fetch(url, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...feedback, token }),
    }).catch(() => undefined);
    setState(response?.ok ? "sent" : "failed");
  };
  // Sent immediately, because many users do not write a comment. Later feedback replaces it.
  const choose = (chosen: number): void => {
    setValue(chosen);
    void send({ value: chosen });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const comment = new FormData(event.currentTarget).get("comment");
        if (value !== undefined) void send({ value, comment: typeof comment === "string" ? comment : "" });
      }}
    >
      <button type="button" aria-pressed={value === 1} onClick={() => choose(1)}>
        Helpful
      </button>
      <button type="button" aria-pressed={value === 0} onClick={() => choose(0)}>
        Not helpful
      </button>
      {value !== undefined && (
        <>
          <label>
            Comment <input name="comment" maxLength={4_000} />
          </label>
          <button type="submit">Send</button>
        </>
      )}
      <output>{texts[state]}</output>
    </form>
  );
}

const texts: Readonly<Record<State, string>> = {
  open: "",
  sending: "",
  sent: "Thank you",
  failed: "Your feedback was not sent",
};
