export const SUBSCRIPTION_PATH = "/app/subscription";
/** The address where a plan is chosen or changed. */
export const PLANS_PATH = `${SUBSCRIPTION_PATH}#plans`;
