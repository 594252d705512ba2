interface PlanSettings {
  paymentConditions: string[];
  daysEarlier: number;
  paymentDescription: string | null;
}

/**
 * The settings that hold under a plan. What only Premium has rests, and holds again when the plan does: one payment
 * condition instead of several, the due date instead of earlier days, the usual wording instead of one's own.
 */
export function withinPlan(settings: PlanSettings, isPremium: boolean): PlanSettings {
  if (isPremium) return settings;
  return { paymentConditions: settings.paymentConditions.slice(0, 1), daysEarlier: 0, paymentDescription: null };
}

/** Whether a change asks for something that only Premium has. What rests already may stay as it is, or become less. */
export function needsPremium(wanted: Partial<PlanSettings>, stored: PlanSettings): boolean {
  const { paymentConditions = [], daysEarlier = 0, paymentDescription } = wanted;
  const isMore = paymentConditions.some((label) => !stored.paymentConditions.includes(label));
  return (
    (paymentConditions.length > 1 && isMore) ||
    (daysEarlier > 0 && daysEarlier !== stored.daysEarlier) ||
    (Boolean(paymentDescription) && paymentDescription !== stored.paymentDescription)
  );
}
