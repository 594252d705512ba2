/** Days after which an account with an unproven address is deleted (decision 053). */
export const UNPROVEN_DAYS = 7;
