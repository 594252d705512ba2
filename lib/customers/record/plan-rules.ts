interface PlanSettings {
  paymentConditions: string[];
  daysEarlier: number;
  paymentDescription: string | null;
}

/**
 * Returns the settings that apply under a plan. Premium settings are inactive without Premium, and apply again with it.
 * Without it there is one payment condition, the due date instead of earlier days, and the default wording.
 */
export function withinPlan(settings: PlanSettings, isPremium: boolean): PlanSettings {
  if (isPremium) return settings;
  return { paymentConditions: settings.paymentConditions.slice(0, 1), daysEarlier: 0, paymentDescription: null };
}

/** True if a change asks for something that needs Premium. An inactive setting may stay as it is, or be reduced. */
export function needsPremium(wanted: Partial<PlanSettings>, stored: PlanSettings): boolean {
  const { paymentConditions = [], daysEarlier = 0, paymentDescription } = wanted;
  const isMore = paymentConditions.some((label) => !stored.paymentConditions.includes(label));
  return (
    (paymentConditions.length > 1 && isMore) ||
    (daysEarlier > 0 && daysEarlier !== stored.daysEarlier) ||
    (Boolean(paymentDescription) && paymentDescription !== stored.paymentDescription)
  );
}
