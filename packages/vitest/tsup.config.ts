export { neutralPackage as default } from "../../tooling/neutral-package.ts";
