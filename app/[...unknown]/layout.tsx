/** An address that does not exist stays in the signed-in area, with its navigation. */
export { default } from "../app/layout";
