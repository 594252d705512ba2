/** Where the outage page finds the address to go back to. */
export const PREVIOUS_URL_KEY = "previousUrl";

/** The call that tells whether the service is there; only its status is read. */
export const PROBE_URL = "/api/v1/register/check-email?email=probe%40einzug.example";

export function leaveForOutagePage(): void {
  window.localStorage.setItem(PREVIOUS_URL_KEY, window.location.pathname + window.location.search);
  window.location.assign("/service-down");
}
