import { amountOf } from "../fields/amount-rules";
import type { StatedDate } from "../fields/date-rules";
import type { Remark } from "../types";
import type { Element } from "../xml/tree-rules";

/** Takes values and remembers what is wrong with them, each remark once. */
export class Notes {
  readonly remarks: Remark[] = [];

  constructor(private readonly currency: string | undefined) {}

  add(remark: Remark): void {
    if (!this.remarks.includes(remark)) this.remarks.push(remark);
  }

  day(date: StatedDate | undefined): string | undefined {
    if (date?.problem) this.add(date.problem);
    return date?.day;
  }

  cents(elements: Element[]): number | undefined {
    const { cents, problem } = amountOf(elements, this.currency);
    if (problem !== undefined && problem !== "amount_missing") this.add("amount_malformed");
    return cents;
  }

  /**
   * Notes a payable amount that is not total - paid + rounding + payments of third parties (BR-CO-16, BR-DEX-09).
   * Nobody computes another one.
   */
  checkSum(payable: number | undefined, total: number | undefined, paid = 0, rounding = 0, thirdParties = 0): void {
    if (payable === undefined || total === undefined) return;
    if (payable !== total - paid + rounding + thirdParties) this.add("sum_differs");
  }
}
