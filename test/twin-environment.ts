/** Returns the product's environment variables for the twins behind a control panel. */
export async function twinEnvironment(deskUrl: string, appUrl: string): Promise<Record<string, string>> {
  const state = (await (await fetch(`${deskUrl}/state`)).json()) as Record<string, Record<string, string>>;
  const { lexware, gocardless, stripe, sevdesk, datev, mail } = state;
  const local = (url = "") => url.replace("localhost", "127.0.0.1");
  return {
    APP_URL: appUrl,
    CLOCK_URL: `${deskUrl}/clock`,
    LEXOFFICE_APP_URL: local(lexware?.authUrl),
    LEXOFFICE_API_URL: local(lexware?.apiUrl),
    LEXOFFICE_PUBLIC_KEY_URL: local(lexware?.publicKeyUrl),
    LEXOFFICE_CLIENT_ID: lexware?.clientId ?? "",
    LEXOFFICE_CLIENT_SECRET: lexware?.clientSecret ?? "",
    GOCARDLESS_API_URL: local(gocardless?.apiUrl),
    GOCARDLESS_CONNECT_URL: local(gocardless?.apiUrl),
    GOCARDLESS_CLIENT_ID: gocardless?.clientId ?? "",
    GOCARDLESS_CLIENT_SECRET: gocardless?.clientSecret ?? "",
    GOCARDLESS_WEBHOOK_SECRET: gocardless?.webhookSecret ?? "",
    STRIPE_API_URL: local(stripe?.apiUrl),
    STRIPE_SECRET_KEY: stripe?.secretKey ?? "",
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret ?? "",
    SEVDESK_API_URL: local(sevdesk?.apiUrl),
    DATEV_API_URL: local(datev?.apiUrl),
    DATEV_AUTHORIZE_URL: local(datev?.authorizeUrl),
    DATEV_TOKEN_URL: local(datev?.tokenUrl),
    DATEV_REVOKE_URL: local(datev?.revokeUrl),
    DATEV_CLIENT_ID: datev?.clientId ?? "",
    DATEV_CLIENT_SECRET: datev?.clientSecret ?? "",
    SMTP_URL: `smtp://127.0.0.1:${mail?.smtpPort}`,
  };
}
