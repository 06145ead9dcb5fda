/** Score name of thumbs in a project without a score schema for them. Feedback of end users has the same name. */
const feedbackName = "user-feedback";

export interface ThumbChoice {
  readonly value: number;
  readonly label: string | null;
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
 * Returns the scores for thumbs up and down. They are the two categories of a schema that has exactly two: thumbs up is
 * the category with the greater value. The schema is the one named {@link feedbackName} or, if no schema has that name,
 * the first one with two categories. Without such a schema, the values are 1 and 0.
 */
export function thumbChoices(schemas: readonly Schema[]): ThumbChoices {
  const pairs = schemas.flatMap(({ name, categories }) => {
    const [up, down, ...more] = (categories ?? []).toSorted((one, other) => other.value - one.value);
    return up && down && more.length === 0 && up.value > down.value ? [{ name, up, down }] : [];
  });
  const feedback = pairs.find(({ name }) => name === feedbackName);
  if (feedback) return feedback;
  const isTaken = schemas.some(({ name }) => name === feedbackName);
  const [first] = pairs;
  if (first && !isTaken) return first;
  return { name: feedbackName, up: { value: 1, label: null }, down: { value: 0, label: null } };
}
