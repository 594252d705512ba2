import { deskRefuse } from "../kit/desk-input";
import type { Voucher } from "./model";
import type { World } from "./world";

/** Returns a voucher by its id, or the newest with that number. */
export function findVoucher(world: World, idOrNumber = ""): Voucher {
  const voucher = world.vouchers.get(idOrNumber) ?? world.vouchers.filter((one) => one.number === idOrNumber).at(-1);
  return voucher ?? deskRefuse(404, `no invoice ${idOrNumber}`);
}
