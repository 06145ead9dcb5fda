export interface FeedbackOptions {
  /** Names of the scores that the page may send, 1 to 10. Default: `user-feedback`. */
  scoreNames?: string[] | undefined;
  /** Seconds until the token expires, at most 90 days. Default: 86,400 (a day). */
  expiresIn?: number | undefined;
  /**
   * Identifier of the end user, which becomes the `scorer` of the scores. A later score of the same user replaces an
   * earlier one with the same record and name, even if the two were sent with different tokens. Without an identifier,
   * this is so only if they were sent with the same token. Default: none.
   */
  scorer?: string | undefined;
}

/** Record that a web page can score with a feedback token: either a step or a thread. */
export type FeedbackTarget = { stepId: string; threadId?: undefined } | { threadId: string; stepId?: undefined };

/** Permission for a web page to score one step or thread without a key. */
export interface FeedbackToken {
  /** Token that the page sends to `url`. Empty if the client is disabled. */
  token: string;
  /** URL that accepts the token. */
  url: string;
  /** Expiration time of the token, as ISO 8601. */
  expiresAt: string;
}
