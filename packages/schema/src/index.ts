export { sdl } from "./generated/sdl.ts";
