/** An unknown address is shown in the frame of the signed-in area, with its navigation. */
export { default } from "../app/layout";
