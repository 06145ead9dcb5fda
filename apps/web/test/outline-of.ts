import { Outline } from "../src/pages/thread/outline/outline.ts";

/**
 * Returns an outline of steps without names and times. `parent` and `errors` are positions of steps. The `parent` of a
 * root step is -1.
 */
export function outlineOf(
  steps: readonly (readonly [type: string, parent: number])[],
  errors: readonly number[] = [],
): Outline {
  const types = [...new Set(steps.map(([type]) => type))];
  const none = steps.map(() => null);
  return new Outline({
    start: 0,
    types,
    names: [],
    models: [],
    id: steps.map((_, index) => `s${index}`),
    parent: steps.map(([, parent]) => parent),
    type: steps.map(([type]) => types.indexOf(type)),
    name: steps.map(() => -1),
    from: none,
    to: none,
    errors,
    scored: [],
    attached: [],
    generations: {
      step: [],
      model: [],
      inputTokenCount: [],
      outputTokenCount: [],
      tokenCount: [],
      ttFirstToken: [],
      cost: [],
    },
  });
}
