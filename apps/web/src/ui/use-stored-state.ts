import { useState } from "react";

/** State kept in the browser's local storage. `read` validates a stored value. */
export function useStoredState<Value>(
  name: string,
  read: (stored: unknown) => Value,
): readonly [Value, (value: Value) => void] {
  const key = `threadline.${name}`;
  const [state, setState] = useState(() => ({ key, value: read(stored(key)) }));
  const value = state.key === key ? state.value : read(stored(key));
  const remember = (next: Value): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setState({ key, value: next });
  };
  return [value, remember];
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
