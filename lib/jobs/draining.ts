/** Shared by web's own program and by the bundles of Next.js, which repeat this module. */
const holder = globalThis as { einzugIsDraining?: boolean };

/** Turns the health of this process red for the rest of its life: it finishes what runs, and should get nothing more. */
export function startDraining(): void {
  holder.einzugIsDraining = true;
}

/** True after this process was told to end. */
export function isDraining(): boolean {
  return holder.einzugIsDraining === true;
}
