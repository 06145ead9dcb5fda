/**
 * Score name of members' thumbs. It differs from the name of end users' feedback, so that the average of the feedback
 * does not contain the opinions of members.
 */
const thumbsName = "thumbs";

export interface ThumbChoice {
  readonly value: number;
  readonly label: string;
}

export interface ThumbChoices {
  readonly name: string;
  readonly up: ThumbChoice;
  readonly down: ThumbChoice;
}

interface Schema {
  readonly name: string;
  readonly categories: readonly { readonly label: string; readonly value: number }[] | null;
}

/**
 * Returns the scores for thumbs up and down. If the schema named {@link thumbsName} has exactly two categories, they
 * are these: thumbs up is the category with the greater value. Otherwise, the values are 1 and 0, with the labels `up`
 * and `down`, so that lists show "thumbs up" and "thumbs down".
 */
export function thumbChoices(schemas: readonly Schema[]): ThumbChoices {
  const schema = schemas.find((each) => each.name === thumbsName);
  const [up, down, ...more] = (schema?.categories ?? []).toSorted((one, other) => other.value - one.value);
  if (up && down && more.length === 0 && up.value > down.value) return { name: thumbsName, up, down };
  return { name: thumbsName, up: { value: 1, label: "up" }, down: { value: 0, label: "down" } };
}
