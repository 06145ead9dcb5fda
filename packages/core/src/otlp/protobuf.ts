/** An encoded field of a protobuf message; undefined if the field is absent. */
export type Field = Uint8Array<ArrayBuffer> | undefined;

const encoder = new TextEncoder();

export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const given = fields.filter((field) => field !== undefined);
  const whole = new Uint8Array(given.reduce((length, field) => length + field.length, 0));
  let end = 0;
  for (const field of given) {
    whole.set(field, end);
    end += field.length;
  }
  return whole;
}

export function bytes(number: number, value: Uint8Array<ArrayBuffer> | undefined): Field {
  return value && message(varint(number * 8 + 2), varint(value.length), value);
}

export function text(number: number, value: string): Field {
  return bytes(number, encoder.encode(value));
}

export function integer(number: number, value: number): Field {
  return message(varint(number * 8), varint(value));
}

/** Encodes a `fixed64`: 64 bits in little-endian order. */
export function fixed64(number: number, value: bigint): Field {
  const field = new Uint8Array(8);
  new DataView(field.buffer).setBigUint64(0, value, true);
  return message(varint(number * 8 + 1), field);
}

/** Encodes a `double`: 64 bits in little-endian order. */
export function double(number: number, value: number): Field {
  const field = new Uint8Array(8);
  new DataView(field.buffer).setFloat64(0, value, true);
  return message(varint(number * 8 + 1), field);
}

/** Encodes an integer from 0 to 2^53 in groups of seven bits, lowest group first. */
function varint(value: number): Uint8Array<ArrayBuffer> {
  const groups: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) groups.push((rest % 128) + 128);
  return Uint8Array.from([...groups, rest]);
}
