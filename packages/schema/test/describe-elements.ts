import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";
import { sdl } from "../src/index.ts";

/**
 * Returns the descriptions of all types, fields, arguments, input fields and enum values, by coordinate, such as
 * `Query.threads(first)`.
 */
export function describeElements(): Map<string, string> {
  const descriptions = new Map<string, string>();
  const add = (coordinate: string, element: { description?: string | null | undefined }): void => {
    descriptions.set(coordinate, (element.description ?? "").replaceAll(/\s+/g, " "));
  };
  for (const type of Object.values(buildSchema(sdl).getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    if (type.name !== "Query" && type.name !== "Mutation") add(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(`${type.name}.${field.name}`, field);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  return descriptions;
}
