export const SUBSCRIPTION_PATH = "/app/subscription";
/** Where a plan is chosen or changed. */
export const PLANS_PATH = `${SUBSCRIPTION_PATH}#plans`;
